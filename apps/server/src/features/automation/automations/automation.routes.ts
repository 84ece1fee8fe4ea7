import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import type { Automations } from './automations.service.ts';
import type { GetReach } from './reach.ts';

interface RouteDeps {
  readonly automations: Automations;
  readonly access: Pick<DeviceAccess, 'getDevice'>;
  readonly reach: GetReach;
}

/** Timers and rules of a device: listing, making, changing, removing, and where one would run. */
export function automationRoutes(app: Http, { automations, access, reach }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'automation', {
    'POST /api/device/:espid/automations': 'Automation created',
    'PUT /api/device/:espid/automations/:id': 'Automation changed',
    'PATCH /api/device/:espid/automations/:id': 'Automation changed',
    'DELETE /api/device/:espid/automations/:id': 'Automation removed',
    'POST /api/device/:espid/automations/:id/restore': 'Deletion of an automation undone',
    'DELETE /api/device/:espid/automations/:id/waiting': 'Steps of an automation cancelled',
  });
  route('GET /api/device/:espid/automations', { config: { right: 'view' } }, async (request) => {
    const device = access.getDevice(request);
    return automations.state(device, await reach(request, device));
  });

  route('POST /api/device/:espid/automations', { config: { right: 'manage' } }, async (request, reply) => {
    const device = access.getDevice(request);
    const { body } = request;
    return reply.code(201).send(await automations.create(device, body, await reach(request, device, body.definition)));
  });

  route('PUT /api/device/:espid/automations/:id', { config: { right: 'manage' } }, async (request) => {
    const device = access.getDevice(request);
    const { params, body } = request;
    return automations.change(device, params.id, body, await reach(request, device, body.definition));
  });

  route('PATCH /api/device/:espid/automations/:id', { config: { right: 'manage' } }, async (request) => {
    const device = access.getDevice(request);
    const { params, body } = request;
    const definition = body.definition ?? automations.get(device, params.id).definition;
    return automations.change(device, params.id, body, await reach(request, device, definition));
  });

  route('DELETE /api/device/:espid/automations/:id', { config: { right: 'manage' } }, async (request) => {
    await automations.remove(access.getDevice(request), request.params.id);
    return { message: 'The automation is removed.' };
  });

  route('POST /api/device/:espid/automations/:id/restore', { config: { right: 'manage' } }, async (request) => {
    const device = access.getDevice(request);
    return automations.restore(device, request.params.id, (definition) => reach(request, device, definition));
  });

  route('DELETE /api/device/:espid/automations/:id/waiting', { config: { right: 'manage' } }, async (request) => {
    const device = access.getDevice(request);
    return automations.cancelWaiting(device, request.params.id, await reach(request, device));
  });

  route('POST /api/device/:espid/automations/preview', { config: { right: 'manage' } }, async (request) => {
    const device = access.getDevice(request);
    return automations.preview(device, request.body, await reach(request, device, request.body.definition));
  });
}
