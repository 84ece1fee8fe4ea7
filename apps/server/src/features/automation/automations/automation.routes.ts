import {
  automation,
  automationPreview,
  automationPreviewRequest,
  automationRequest,
  automationState,
  espid,
  messageResponse,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { DeviceAccess } from '../../boards/devices/index.ts';
import type { Automations } from './automations.service.ts';

const params = z.object({ espid });
const idParams = params.extend({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

interface RouteDeps {
  readonly automations: Automations;
  readonly access: Pick<DeviceAccess, 'getDevice' | 'besides'>;
}

/** Timers and rules of a device: listing, making, changing, removing, and where one would run. */
export function automationRoutes(app: Http, { automations, access }: RouteDeps): void {
  const found = (request: Parameters<DeviceAccess['getDevice']>[0]) => {
    const device = access.getDevice(request);
    // Nobody reads through a rule what they may not look at.
    return { device, seen: access.besides(request.account.id, device) };
  };
  const path = '/api/device/:espid/automations';

  app.get(path, { config: { right: 'view' }, schema: { params, response: { 200: automationState } } }, (request) => {
    const { device, seen } = found(request);
    return automations.state(device, seen);
  });

  app.post(
    path,
    { config: { right: 'manage' }, schema: { params, body: automationRequest, response: { 201: automation } } },
    async (request, reply) => {
      const { device, seen } = found(request);
      return reply.code(201).send(await automations.create(device, request.body, seen));
    },
  );

  app.put(
    `${path}/:id`,
    {
      config: { right: 'manage' },
      schema: { params: idParams, body: automationRequest, response: { 200: automation } },
    },
    (request) => {
      const { device, seen } = found(request);
      return automations.change(device, request.params.id, request.body, seen);
    },
  );

  app.delete(
    `${path}/:id`,
    { config: { right: 'manage' }, schema: { params: idParams, response: { 200: messageResponse } } },
    async (request) => {
      await automations.remove(access.getDevice(request), request.params.id);
      return { message: 'The automation is removed.' };
    },
  );

  app.post(
    `${path}/preview`,
    {
      config: { right: 'manage' },
      schema: { params, body: automationPreviewRequest, response: { 200: automationPreview } },
    },
    (request) => {
      const { device, seen } = found(request);
      return automations.preview(device, request.body, seen);
    },
  );
}
