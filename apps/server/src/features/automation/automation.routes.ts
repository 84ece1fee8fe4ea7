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
import type { Http } from '../../platform/http/index.ts';
import type { GetDevice } from '../devices/index.ts';
import type { Automations } from './automations.service.ts';

const params = z.object({ espid });
const idParams = params.extend({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

interface RouteDeps {
  readonly automations: Automations;
  getDevice: GetDevice;
}

/** Timers and rules of a device: listing, making, changing, removing, and where one would run. */
export function automationRoutes(app: Http, { automations, getDevice }: RouteDeps): void {
  const path = '/api/device/:espid/automations';

  app.get(path, { config: { right: 'view' }, schema: { params, response: { 200: automationState } } }, (request) =>
    automations.state(getDevice(request)),
  );

  app.post(
    path,
    { config: { right: 'manage' }, schema: { params, body: automationRequest, response: { 201: automation } } },
    async (request, reply) => reply.code(201).send(await automations.create(getDevice(request), request.body)),
  );

  app.put(
    `${path}/:id`,
    {
      config: { right: 'manage' },
      schema: { params: idParams, body: automationRequest, response: { 200: automation } },
    },
    (request) => automations.change(getDevice(request), request.params.id, request.body),
  );

  app.delete(
    `${path}/:id`,
    { config: { right: 'manage' }, schema: { params: idParams, response: { 200: messageResponse } } },
    async (request) => {
      await automations.remove(getDevice(request), request.params.id);
      return { message: 'The automation is removed.' };
    },
  );

  app.post(
    `${path}/preview`,
    {
      config: { right: 'manage' },
      schema: { params, body: automationPreviewRequest, response: { 200: automationPreview } },
    },
    (request) => automations.preview(getDevice(request), request.body.definition, request.body.id),
  );
}
