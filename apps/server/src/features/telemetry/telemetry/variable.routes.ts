import { type DeviceRequest, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { Telemetry } from './telemetry.service.ts';

interface RouteDeps<Device> {
  readonly telemetry: Pick<Telemetry, 'displaySettings' | 'calibrations' | 'retention'>;
  /** The device of a request; throws when the caller has not the route's right to it. */
  getDevice(request: DeviceRequest): Device;
  /** Called when browsers are to read the device again. */
  changed(device: Device): void;
  /** Called when the numbers of a variable mean something else than before. */
  calibrated(device: Device): void;
}

/** How variables of devices are shown, what their numbers mean, and for how long they are stored. */
export function variableRoutes<Device extends { readonly id: number; readonly accountId: number }>(
  app: Http,
  { telemetry: { displaySettings, calibrations, retention }, getDevice, changed, calibrated }: RouteDeps<Device>,
): void {
  const route = routesOf(app);
  labelRequests(app, 'devices', {
    'DELETE /api/device/:espid/variables/:key': 'Variable forgotten',
    'PUT /api/device/:espid/variables/:key/calibration': 'Variable calibrated',
    'PUT /api/device/:espid/variables/:key/retention': 'Retention of a variable set',
  });
  const list = (device: Device) => ({ variables: displaySettings.list(device) });

  route('GET /api/device/:espid/variables', { config: { right: 'view' } }, (request) => list(getDevice(request)));

  route('PUT /api/device/:espid/variables/:key', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await displaySettings.set(device.id, request.params.key, request.body);
    changed(device);
    return list(device);
  });

  route('DELETE /api/device/:espid/variables/:key', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await displaySettings.forget(device.id, request.params.key);
    changed(device);
    return list(device);
  });

  route('GET /api/device/:espid/calibrations', { config: { right: 'view' } }, (request) => ({
    changes: calibrations.list(getDevice(request).id),
  }));

  route('PUT /api/device/:espid/variables/:key/calibration', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await calibrations.set(device.id, request.params.key, request.body);
    calibrated(device);
    changed(device);
    return list(device);
  });

  route('GET /api/device/:espid/variables/:key/retention', { config: { right: 'manage' } }, (request) =>
    retention.preview(getDevice(request).id, request.params.key, request.query.days),
  );

  route('PUT /api/device/:espid/variables/:key/retention', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await retention.set(device, request.params.key, request.body.days);
    changed(device);
    return list(device);
  });
}
