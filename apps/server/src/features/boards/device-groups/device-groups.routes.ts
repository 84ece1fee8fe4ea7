import {
  deviceGroup,
  deviceGroupList,
  deviceGroupRequest,
  groupOrderRequest,
  savedView,
  savedViewList,
  savedViewRequest,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { DeviceGroups } from './device-groups.service.ts';

const params = z.object({ id: z.coerce.number().pipe(deviceGroup.shape.id) });
const nothing = { 204: z.null() };

/** Groups of devices, and saved views of their list. */
export function deviceGroupRoutes(app: Http, { groups }: { groups: DeviceGroups }): void {
  app.get('/api/device-groups', { schema: { response: { 200: deviceGroupList } } }, async ({ account }) => ({
    groups: await groups.list(account.id),
  }));

  app.post(
    '/api/device-groups',
    { schema: { body: deviceGroupRequest, response: { 201: deviceGroup } } },
    async ({ account, body }, reply) => reply.code(201).send(await groups.create(account.id, body)),
  );

  app.post(
    '/api/device-groups/order',
    { schema: { body: groupOrderRequest, response: { 200: deviceGroupList } } },
    async ({ account, body }) => ({ groups: await groups.reorder(account.id, body.ids) }),
  );

  app.put(
    '/api/device-groups/:id',
    { schema: { params, body: deviceGroupRequest, response: { 200: deviceGroup } } },
    ({ account, params: { id }, body }) => groups.replace(account.id, id, body),
  );

  app.delete(
    '/api/device-groups/:id',
    { schema: { params, response: nothing } },
    async ({ account, params: { id } }, reply) => {
      await groups.remove(account.id, id);
      return reply.code(204).send(null);
    },
  );

  app.get('/api/device-views', { schema: { response: { 200: savedViewList } } }, async ({ account }) => ({
    views: await groups.views(account.id),
  }));

  app.post(
    '/api/device-views',
    { schema: { body: savedViewRequest, response: { 201: savedView } } },
    async ({ account, body }, reply) => reply.code(201).send(await groups.createView(account.id, body)),
  );

  app.put(
    '/api/device-views/:id',
    { schema: { params, body: savedViewRequest, response: { 200: savedView } } },
    ({ account, params: { id }, body }) => groups.replaceView(account.id, id, body),
  );

  app.delete(
    '/api/device-views/:id',
    { schema: { params, response: nothing } },
    async ({ account, params: { id } }, reply) => {
      await groups.removeView(account.id, id);
      return reply.code(204).send(null);
    },
  );
}
