import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { Links } from './links.service.ts';

/** Public links of a dashboard, for its owner. */
export function linkRoutes(app: Http, { links }: { links: Links }): void {
  const route = routesOf(app);
  labelRequests(app, 'links', {
    'POST /api/dashboards/:id/links': 'Public link created',
    'PUT /api/dashboards/:id/links/:linkId': 'Public link changed',
    'DELETE /api/dashboards/:id/links/:linkId': 'Public link revoked',
  });

  route('GET /api/dashboards/:id/links', async ({ account, params: { id: dashboardId } }) => ({
    links: await links.list(account.id, dashboardId),
  }));

  route('POST /api/dashboards/:id/links', { config: { needs: 'session' } }, async (request, reply) =>
    reply.code(201).send(await links.add(request.account.id, request.params.id, request.body)),
  );

  route(
    'PUT /api/dashboards/:id/links/:linkId',
    { config: { needs: 'session' } },
    ({ account, params: { id: dashboardId, linkId }, body }) =>
      links.change(account.id, { dashboardId, id: linkId }, body),
  );

  route('DELETE /api/dashboards/:id/links/:linkId', async ({ account, params: { id: dashboardId, linkId } }, reply) => {
    await links.revoke(account.id, { dashboardId, id: linkId });
    return reply.code(204).send(null);
  });
}
