import {
  confirmDashboard,
  dashboardVersions,
  deviceDashboard,
  espid,
  saveDashboard,
  takeTemplate,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { GetDevice } from '../../boards/devices/index.ts';
import type { Dashboards } from './dashboards.service.ts';

const params = z.object({ espid });
const versionParams = params.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647) });

interface RouteDeps {
  readonly dashboards: Dashboards;
  getDevice: GetDevice;
}

/** The dashboard of a device: taking a ready-made one, saving an edited one, and what it was like before. */
export function dashboardRoutes(app: Http, { dashboards, getDevice }: RouteDeps): void {
  const response = { 200: deviceDashboard };

  app.get('/api/device/:espid/dashboard', { config: { right: 'view' }, schema: { params, response } }, (request) =>
    dashboards.state(getDevice(request)),
  );

  app.put(
    '/api/device/:espid/dashboard',
    { config: { right: 'manage' }, schema: { params, body: takeTemplate, response } },
    (request) => dashboards.take(getDevice(request), request.account, request.body.template),
  );

  app.put(
    '/api/device/:espid/dashboard/widgets',
    { config: { right: 'manage' }, schema: { params, body: saveDashboard, response } },
    (request) => dashboards.save(getDevice(request), request.account, request.body),
  );

  app.get(
    '/api/device/:espid/dashboard/versions',
    { config: { right: 'manage' }, schema: { params, response: { 200: dashboardVersions } } },
    async (request) => ({ versions: await dashboards.versions(getDevice(request)) }),
  );

  app.post(
    '/api/device/:espid/dashboard/versions/:version/restore',
    { config: { right: 'manage' }, schema: { params: versionParams, response } },
    (request) => dashboards.restore(getDevice(request), request.account, request.params.version),
  );

  app.post(
    '/api/device/:espid/dashboard/confirm',
    { config: { needs: 'session' }, schema: { params, body: confirmDashboard, response } },
    (request) => dashboards.confirm(getDevice(request), request.body.version),
  );
}
