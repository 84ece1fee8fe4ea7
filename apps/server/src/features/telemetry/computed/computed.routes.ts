import { type DeviceRequest, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { ComputedVariables } from './computed.service.ts';
import type { FormulaCaller } from './formula-rights.ts';

interface RouteDeps<Device> {
  readonly computed: ComputedVariables;
  /** The device of a request; throws when the caller has not the route's right to it. */
  getDevice(request: DeviceRequest): Device;
  /** What the account of the request may read in formulas of the device. */
  callerOf(request: DeviceRequest, device: Device): FormulaCaller;
  /** Called when browsers are to read the device again, and what reads its variables. */
  changed(device: Device): void;
}

/** Variables of devices that formulas make of others. */
export function computedRoutes<Device extends { readonly id: number; readonly accountId: number }>(
  app: Http,
  { computed, getDevice, callerOf, changed }: RouteDeps<Device>,
): void {
  const route = routesOf(app);
  labelRequests(app, 'devices', {
    'PUT /api/device/:espid/computed/:key': 'Computed variable set',
    'DELETE /api/device/:espid/computed/:key': 'Computed variable deleted',
  });

  route('GET /api/device/:espid/computed', { config: { right: 'view' } }, (request) =>
    computed.list(getDevice(request).id, request.account.id),
  );

  route('PUT /api/device/:espid/computed/:key', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await computed.save(device, request.params.key, request.body, callerOf(request, device));
    changed(device);
    return computed.list(device.id, request.account.id);
  });

  route('DELETE /api/device/:espid/computed/:key', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await computed.remove(device, request.params.key, request.account.id);
    changed(device);
    return computed.list(device.id, request.account.id);
  });

  route('POST /api/device/:espid/computed/preview', { config: { right: 'manage' } }, (request) => {
    const device = getDevice(request);
    return computed.preview(device, request.body, callerOf(request, device));
  });
}
