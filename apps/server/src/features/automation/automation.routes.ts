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
import type { DeviceRecord } from '../devices/index.ts';
import type { Automations } from './automations.service.ts';

const params = z.object({ espid });
const idParams = params.extend({ id: z.coerce.number().int().min(1).max(2_147_483_647) });

interface RouteDeps {
  readonly automations: Automations;
  /** The account's device; throws a 404. */
  getDevice(accountId: number, espid: string): DeviceRecord;
}

/** Timers and rules of a device: listing, making, changing, removing, and where one would run. */
export function automationRoutes(app: Http, { automations, getDevice }: RouteDeps): void {
  const path = '/api/device/:espid/automations';

  app.get(path, { schema: { params, response: { 200: automationState } } }, ({ account, params: { espid: id } }) =>
    automations.state(getDevice(account.id, id)),
  );

  app.post(
    path,
    { schema: { params, body: automationRequest, response: { 201: automation } } },
    async ({ account, params: { espid: id }, body }, reply) =>
      reply.code(201).send(await automations.create(getDevice(account.id, id), body)),
  );

  app.put(
    `${path}/:id`,
    { schema: { params: idParams, body: automationRequest, response: { 200: automation } } },
    ({ account, params: { espid: board, id }, body }) => automations.change(getDevice(account.id, board), id, body),
  );

  app.delete(
    `${path}/:id`,
    { schema: { params: idParams, response: { 200: messageResponse } } },
    async ({ account, params: { espid: board, id } }) => {
      await automations.remove(getDevice(account.id, board), id);
      return { message: 'The automation is removed.' };
    },
  );

  app.post(
    `${path}/preview`,
    { schema: { params, body: automationPreviewRequest, response: { 200: automationPreview } } },
    ({ account, params: { espid: id }, body: { definition, id: replaced } }) =>
      automations.preview(getDevice(account.id, id), definition, replaced),
  );
}
