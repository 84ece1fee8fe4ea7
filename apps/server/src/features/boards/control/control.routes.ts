import {
  commandList,
  commandsQuery,
  controlState,
  espid,
  eventRequest,
  eventSettings,
  ioRequest,
  outputSettings,
  switchedQuery,
  switchedResponse,
} from '@cyno/contract';
import { z } from 'zod';
import { notFound } from '../../../platform/errors.ts';
import type { Http, RequestAccount } from '../../../platform/http/index.ts';
import type { DeviceAccess, DeviceRecord } from '../devices/index.ts';
import type { Requester } from './command.ts';
import type { Control } from './control.service.ts';
import type { ControlTargets } from './control-targets.ts';
import { stateWithoutNames, withoutNames } from './control-view.ts';

const params = z.object({ espid });
const pinParams = params.extend({ pin: z.string().min(1).max(64) });
const eventParams = params.extend({ name: z.string().min(1).max(64) });

interface RouteDeps {
  readonly control: Control;
  readonly targets: ControlTargets;
  readonly access: Pick<DeviceAccess, 'getDevice' | 'may'>;
}

/** Switching outputs, sending events, and setting both up. */
export function controlRoutes(app: Http, { control, targets, access }: RouteDeps): void {
  const { getDevice } = access;
  /** Who switched what is for the owner and managers; others see that it was a person. */
  const seesNames = (account: RequestAccount, device: DeviceRecord) => access.may(account.id, device, 'manage');
  app.get(
    '/api/device/:espid/control',
    { config: { right: 'view' }, schema: { params, response: { 200: controlState } } },
    async (request) => {
      const device = getDevice(request);
      const state = await control.state(device);
      return seesNames(request.account, device) ? state : stateWithoutNames(state);
    },
  );

  app.post(
    '/api/device/:espid/io',
    { config: { right: 'operate' }, schema: { params, body: ioRequest, response: { 202: commandList } } },
    async (request, reply) => {
      const commands = await control.switchOutputs(getDevice(request), request.body, requesterOf(request.account));
      return reply.code(202).send({ commands });
    },
  );

  app.post(
    '/api/device/:espid/event',
    { config: { right: 'operate' }, schema: { params, body: eventRequest, response: { 202: commandList } } },
    async (request, reply) => {
      const commands = await control.sendEvent(getDevice(request), request.body, requesterOf(request.account));
      return reply.code(202).send({ commands });
    },
  );

  app.get(
    '/api/device/:espid/commands',
    { config: { right: 'view' }, schema: { params, querystring: commandsQuery, response: { 200: commandList } } },
    async (request) => {
      const device = getDevice(request);
      const commands = await control.history(device, request.query);
      return { commands: seesNames(request.account, device) ? commands : commands.map(withoutNames) };
    },
  );

  app.get(
    '/api/device/:espid/switched',
    { config: { right: 'view' }, schema: { params, querystring: switchedQuery, response: { 200: switchedResponse } } },
    async (request) => {
      const device = getDevice(request);
      const { before, commands } = await control.switched(device, request.query);
      if (seesNames(request.account, device)) return { before, commands };
      return { before: before.map(withoutNames), commands: commands.map(withoutNames) };
    },
  );

  outputRoutes(app, { control, targets, access });
  eventRoutes(app, { control, targets, access });
}

function outputRoutes(app: Http, { control, targets, access: { getDevice } }: RouteDeps): void {
  const response = { 200: controlState };

  app.put(
    '/api/device/:espid/outputs/:pin',
    { config: { right: 'manage' }, schema: { params: pinParams, body: outputSettings, response } },
    async (request) => {
      const device = getDevice(request);
      await targets.setUpOutput(device, request.params.pin, request.body);
      control.announce(device);
      return control.state(device);
    },
  );

  app.delete(
    '/api/device/:espid/outputs/:pin',
    { config: { right: 'manage' }, schema: { params: pinParams, response } },
    async (request) => {
      const device = getDevice(request);
      const { pin } = request.params;
      if (!(await targets.removeOutput(device.id, pin))) throw notFound('output', pin);
      control.announce(device);
      return control.state(device);
    },
  );
}

function eventRoutes(app: Http, { control, targets, access: { getDevice } }: RouteDeps): void {
  const response = { 200: controlState };

  app.put(
    '/api/device/:espid/events/:name',
    { config: { right: 'manage' }, schema: { params: eventParams, body: eventSettings, response } },
    async (request) => {
      const device = getDevice(request);
      await targets.setUpEvent(device, request.params.name, request.body);
      control.announce(device);
      return control.state(device);
    },
  );

  app.delete(
    '/api/device/:espid/events/:name',
    { config: { right: 'manage' }, schema: { params: eventParams, response } },
    async (request) => {
      const device = getDevice(request);
      const { name } = request.params;
      if (!(await targets.removeEvent(device.id, name))) throw notFound('event', name);
      control.announce(device);
      return control.state(device);
    },
  );
}

const requesterOf = ({ id, email, tokenScope }: RequestAccount): Requester => ({
  kind: tokenScope === null ? 'person' : 'token',
  name: email,
  id,
});
