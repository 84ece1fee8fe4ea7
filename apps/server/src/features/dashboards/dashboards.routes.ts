import { deviceDashboard, espid, takeTemplate } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../platform/http/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { Dashboards } from './dashboards.service.ts';

const params = z.object({ espid });

interface RouteDeps {
  readonly dashboards: Dashboards;
  /** The account's device; throws a 404. */
  getDevice(accountId: number, espid: string): DeviceRecord;
}

/** The dashboard of a device, and taking a ready-made one. */
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
}
