import { dashboardVersions, deviceDashboard, espid, saveDashboard, takeTemplate } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../platform/http/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { Dashboards } from './dashboards.service.ts';

const params = z.object({ espid });
const versionParams = params.extend({ version: z.coerce.number().int().min(1).max(2_147_483_647) });

interface RouteDeps {
  readonly dashboards: Dashboards;
  /** The account's device; throws a 404. */
  getDevice(accountId: number, espid: string): DeviceRecord;
}

/** The dashboard of a device: taking a ready-made one, saving an edited one, and what it was like before. */
export function dashboardRoutes(app: Http, { dashboards, getDevice }: RouteDeps): void {
  const response = { 200: deviceDashboard };

  app.get('/api/device/:espid/dashboard', { schema: { params, response } }, ({ account, params: { espid: id } }) =>
    dashboards.state(getDevice(account.id, id)),
  );

  app.put(
    '/api/device/:espid/dashboard',
    { schema: { params, body: takeTemplate, response } },
    ({ account, params: { espid: id }, body }) => dashboards.take(getDevice(account.id, id), body.template),
  );

  app.put(
    '/api/device/:espid/dashboard/widgets',
    { schema: { params, body: saveDashboard, response } },
    ({ account, params: { espid: id }, body }) => dashboards.save(getDevice(account.id, id), body),
  );

  app.get(
    '/api/device/:espid/dashboard/versions',
    { schema: { params, response: { 200: dashboardVersions } } },
    async ({ account, params: { espid: id } }) => ({ versions: await dashboards.versions(getDevice(account.id, id)) }),
  );

  app.post(
    '/api/device/:espid/dashboard/versions/:version/restore',
    { schema: { params: versionParams, response } },
    ({ account, params: { espid: id, version } }) => dashboards.restore(getDevice(account.id, id), version),
  );
}
