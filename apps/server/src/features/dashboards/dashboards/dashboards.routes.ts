import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { GetDevice } from '../../boards/devices/index.ts';
import { dashboardBody } from './dashboard-body.ts';
import type { Dashboards } from './dashboards.service.ts';

interface RouteDeps {
  readonly dashboards: Dashboards;
  getDevice: GetDevice;
}

/** The dashboard of a device: taking a ready-made one, saving an edited one, and what it was like before. */
export function dashboardRoutes(app: Http, { dashboards, getDevice }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'dashboards', {
    'PUT /api/device/:espid/dashboard': 'Ready-made dashboard added',
    'PUT /api/device/:espid/dashboard/widgets': 'Dashboard saved',
    'POST /api/device/:espid/dashboard/versions/:version/restore': 'Earlier dashboard restored',
    'POST /api/device/:espid/dashboard/confirm': 'Changes of a dashboard confirmed',
  });

  route('GET /api/device/:espid/dashboard', { config: { right: 'view' } }, (request) =>
    dashboards.ofDevice(getDevice(request)),
  );

  route('PUT /api/device/:espid/dashboard', { config: { right: 'manage' } }, (request) =>
    dashboards.takeTemplate(getDevice(request), request.account, request.body.template),
  );

  route('PUT /api/device/:espid/dashboard/widgets', { ...dashboardBody, config: { right: 'manage' } }, (request) =>
    dashboards.saveOfDevice(getDevice(request), request.account, request.body),
  );

  route('GET /api/device/:espid/dashboard/versions', { config: { right: 'manage' } }, async (request) => ({
    versions: await dashboards.versionsOfDevice(getDevice(request)),
  }));

  route('POST /api/device/:espid/dashboard/versions/:version/restore', { config: { right: 'manage' } }, (request) =>
    dashboards.restoreOfDevice(getDevice(request), request.account, request.params.version),
  );

  route('POST /api/device/:espid/dashboard/confirm', { config: { needs: 'session' } }, (request) =>
    dashboards.confirmOfDevice(getDevice(request), request.body.version),
  );
}
