import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import type { Automations } from './automations.service.ts';

interface RouteDeps {
  readonly automations: Automations;
  readonly access: Pick<DeviceAccess, 'getDevice' | 'besides'>;
}

/** Timers and rules of a device: listing, making, changing, removing, and where one would run. */
export function automationRoutes(app: Http, { automations, access }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'automation', {
    'POST /api/device/:espid/automations': 'Automation made',
    'PUT /api/device/:espid/automations/:id': 'Automation changed',
    'DELETE /api/device/:espid/automations/:id': 'Automation removed',
  });
  const found = (request: Parameters<DeviceAccess['getDevice']>[0]) => {
    const device = access.getDevice(request);
    // Nobody reads through a rule what they may not look at.
    return { device, seen: access.besides(request.account.id, device) };
  };

  route('GET /api/device/:espid/automations', { config: { right: 'view' } }, (request) => {
    const { device, seen } = found(request);
    return automations.state(device, seen);
  });

  route('POST /api/device/:espid/automations', { config: { right: 'manage' } }, async (request, reply) => {
    const { device, seen } = found(request);
    return reply.code(201).send(await automations.create(device, request.body, seen));
  });

  route('PUT /api/device/:espid/automations/:id', { config: { right: 'manage' } }, (request) => {
    const { device, seen } = found(request);
    return automations.change(device, request.params.id, request.body, seen);
  });

  route('DELETE /api/device/:espid/automations/:id', { config: { right: 'manage' } }, async (request) => {
    await automations.remove(access.getDevice(request), request.params.id);
    return { message: 'The automation is removed.' };
  });

  route('POST /api/device/:espid/automations/preview', { config: { right: 'manage' } }, (request) => {
    const { device, seen } = found(request);
    return automations.preview(device, request.body, seen);
  });
}
