import { notFound } from '../../../platform/errors.ts';
import { type Http, labelRequests, type RequestAccount, routesOf } from '../../../platform/http/index.ts';
import type { DeviceAccess, DeviceRecord } from '../devices/index.ts';
import { requesterOf } from './command.ts';
import type { Control } from './control.service.ts';
import type { ControlTargets } from './control-targets.ts';
import { stateWithoutNames, withoutNames } from './control-view.ts';

interface RouteDeps {
  readonly control: Control;
  readonly targets: ControlTargets;
  readonly access: Pick<DeviceAccess, 'getDevice' | 'may'>;
}

/** Switching outputs, sending events, and setting both up. */
export function controlRoutes(app: Http, { control, targets, access }: RouteDeps): void {
  const route = routesOf(app);
  labelRequests(app, 'control', {
    'POST /api/device/:espid/io': 'Pins of a board set',
    'POST /api/device/:espid/event': 'Event sent to a board',
  });
  const { getDevice } = access;
  /** Who switched what is for the owner and managers; others see that it was a person. */
  const seesNames = (account: RequestAccount, device: DeviceRecord) => access.may(account.id, device, 'manage');
  route('GET /api/device/:espid/control', { config: { right: 'view' } }, async (request) => {
    const device = getDevice(request);
    const state = await control.state(device);
    return seesNames(request.account, device) ? state : stateWithoutNames(state);
  });

  route('POST /api/device/:espid/io', { config: { right: 'operate' } }, async (request, reply) => {
    const commands = await control.switchOutputs(getDevice(request), request.body, requesterOf(request.account));
    return reply.code(202).send({ commands });
  });

  route('POST /api/device/:espid/event', { config: { right: 'operate' } }, async (request, reply) => {
    const commands = await control.sendEvent(getDevice(request), request.body, requesterOf(request.account));
    return reply.code(202).send({ commands });
  });

  route('GET /api/device/:espid/commands', { config: { right: 'view' } }, async (request) => {
    const device = getDevice(request);
    const commands = await control.history(device, request.query);
    return { commands: seesNames(request.account, device) ? commands : commands.map(withoutNames) };
  });

  route('GET /api/device/:espid/switched', { config: { right: 'view' } }, async (request) => {
    const device = getDevice(request);
    const { before, commands } = await control.switched(device, request.query);
    if (seesNames(request.account, device)) return { before, commands };
    return { before: before.map(withoutNames), commands: commands.map(withoutNames) };
  });

  outputRoutes(app, { control, targets, access });
  eventRoutes(app, { control, targets, access });
}

function outputRoutes(app: Http, { control, targets, access: { getDevice } }: RouteDeps): void {
  const route = routesOf(app);

  route('PUT /api/device/:espid/outputs/:pin', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await targets.setUpOutput(device, request.params.pin, request.body);
    control.announce(device);
    return control.state(device);
  });

  route('DELETE /api/device/:espid/outputs/:pin', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    const { pin } = request.params;
    if (!(await targets.removeOutput(device.id, pin))) throw notFound('output', pin);
    control.announce(device);
    return control.state(device);
  });
}

function eventRoutes(app: Http, { control, targets, access: { getDevice } }: RouteDeps): void {
  const route = routesOf(app);

  route('PUT /api/device/:espid/events/:name', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    await targets.setUpEvent(device, request.params.name, request.body);
    control.announce(device);
    return control.state(device);
  });

  route('DELETE /api/device/:espid/events/:name', { config: { right: 'manage' } }, async (request) => {
    const device = getDevice(request);
    const { name } = request.params;
    if (!(await targets.removeEvent(device.id, name))) throw notFound('event', name);
    control.announce(device);
    return control.state(device);
  });
}
