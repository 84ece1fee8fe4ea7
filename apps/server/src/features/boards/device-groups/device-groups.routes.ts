import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { DeviceGroups } from './device-groups.service.ts';

/** Groups of devices, and saved views of their list. */
export function deviceGroupRoutes(app: Http, { groups }: { groups: DeviceGroups }): void {
  const route = routesOf(app);
  labelRequests(app, 'devices', { 'DELETE /api/device-groups/:id': 'Group of devices deleted' });

  route('GET /api/device-groups', async ({ account }) => ({
    groups: await groups.list(account.id),
  }));

  route('POST /api/device-groups', async ({ account, body }, reply) =>
    reply.code(201).send(await groups.create(account.id, body)),
  );

  route('POST /api/device-groups/order', async ({ account, body }) => ({
    groups: await groups.reorder(account.id, body.ids),
  }));

  route('PUT /api/device-groups/:id', ({ account, params: { id }, body }) => groups.replace(account.id, id, body));

  route('DELETE /api/device-groups/:id', async ({ account, params: { id } }, reply) => {
    await groups.remove(account.id, id);
    return reply.code(204).send(null);
  });

  route('GET /api/device-views', async ({ account }) => ({
    views: await groups.views(account.id),
  }));

  route('POST /api/device-views', async ({ account, body }, reply) =>
    reply.code(201).send(await groups.createView(account.id, body)),
  );

  route('PUT /api/device-views/:id', ({ account, params: { id }, body }) => groups.replaceView(account.id, id, body));

  route('DELETE /api/device-views/:id', async ({ account, params: { id } }, reply) => {
    await groups.removeView(account.id, id);
    return reply.code(204).send(null);
  });
}
