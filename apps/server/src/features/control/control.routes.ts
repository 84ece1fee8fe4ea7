import {
  type Actor,
  commandList,
  commandsQuery,
  controlState,
  espid,
  eventRequest,
  eventSettings,
  ioRequest,
  outputSettings,
} from '@cyno/contract';
import { z } from 'zod';
import { notFound } from '../../platform/errors.ts';
import type { Http, RequestAccount } from '../../platform/http/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { Control } from './control.service.ts';
import type { ControlTargets } from './control-targets.ts';

const params = z.object({ espid });
const pinParams = params.extend({ pin: z.string().min(1).max(64) });
const eventParams = params.extend({ name: z.string().min(1).max(64) });

interface RouteDeps {
  readonly control: Control;
  readonly targets: ControlTargets;
  /** The account's device; throws a 404. */
  getDevice(accountId: number, espid: string): DeviceRecord;
}

/** Switching outputs, sending events, and setting both up. */
export function controlRoutes(app: Http, { control, targets, getDevice }: RouteDeps): void {
  app.get(
    '/api/device/:espid/control',
    { schema: { params, response: { 200: controlState } } },
    ({ account, params: { espid: id } }) => control.state(getDevice(account.id, id)),
  );

  app.post(
    '/api/device/:espid/io',
    { schema: { params, body: ioRequest, response: { 202: commandList } } },
    async ({ account, params: { espid: id }, body }, reply) => {
      const commands = await control.switchOutputs(getDevice(account.id, id), body, actorOf(account));
      return reply.code(202).send({ commands });
    },
  );

  app.post(
    '/api/device/:espid/event',
    { schema: { params, body: eventRequest, response: { 202: commandList } } },
    async ({ account, params: { espid: id }, body }, reply) => {
      const commands = await control.sendEvent(getDevice(account.id, id), body, actorOf(account));
      return reply.code(202).send({ commands });
    },
  );

  app.get(
    '/api/device/:espid/commands',
    { schema: { params, querystring: commandsQuery, response: { 200: commandList } } },
    async ({ account, params: { espid: id }, query }) => ({
      commands: await control.history(getDevice(account.id, id), query),
    }),
  );

  outputRoutes(app, { control, targets, getDevice });
  eventRoutes(app, { control, targets, getDevice });
}

function outputRoutes(app: Http, { control, targets, getDevice }: RouteDeps): void {
  const response = { 200: controlState };

  app.put(
    '/api/device/:espid/outputs/:pin',
    { schema: { params: pinParams, body: outputSettings, response } },
    async ({ account, params: { espid: id, pin }, body }) => {
      const device = getDevice(account.id, id);
      await targets.setUpOutput(device, pin, body);
      control.announce(device);
      return control.state(device);
    },
  );

  app.delete(
    '/api/device/:espid/outputs/:pin',
    { schema: { params: pinParams, response } },
    async ({ account, params: { espid: id, pin } }) => {
      const device = getDevice(account.id, id);
      if (!(await targets.removeOutput(device.id, pin))) throw notFound('output', pin);
      control.announce(device);
      return control.state(device);
    },
  );
}

function eventRoutes(app: Http, { control, targets, getDevice }: RouteDeps): void {
  const response = { 200: controlState };

  app.put(
    '/api/device/:espid/events/:name',
    { schema: { params: eventParams, body: eventSettings, response } },
    async ({ account, params: { espid: id, name }, body }) => {
      const device = getDevice(account.id, id);
      await targets.setUpEvent(device, name, body);
      control.announce(device);
      return control.state(device);
    },
  );

  app.delete(
    '/api/device/:espid/events/:name',
    { schema: { params: eventParams, response } },
    async ({ account, params: { espid: id, name } }) => {
      const device = getDevice(account.id, id);
      if (!(await targets.removeEvent(device.id, name))) throw notFound('event', name);
      control.announce(device);
      return control.state(device);
    },
  );
}

const actorOf = ({ email, tokenScope }: RequestAccount): Actor => ({
  kind: tokenScope === null ? 'person' : 'token',
  name: email,
});
