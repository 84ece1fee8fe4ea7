import { linkChange, linkCreated, linkList, newLink, publicLink } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { Links } from './links.service.ts';

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const params = z.object({ id });
const linkParams = params.extend({ linkId: id });

/** Public links of a dashboard, for its owner. */
export function linkRoutes(app: Http, { links }: { links: Links }): void {
  app.get(
    '/api/dashboards/:id/links',
    { schema: { params, response: { 200: linkList } } },
    async ({ account, params: { id: dashboardId } }) => ({ links: await links.list(account.id, dashboardId) }),
  );

  app.post(
    '/api/dashboards/:id/links',
    { config: { needs: 'session' }, schema: { params, body: newLink, response: { 201: linkCreated } } },
    async (request, reply) =>
      reply.code(201).send(await links.add(request.account.id, request.params.id, request.body)),
  );

  app.put(
    '/api/dashboards/:id/links/:linkId',
    { config: { needs: 'session' }, schema: { params: linkParams, body: linkChange, response: { 200: publicLink } } },
    ({ account, params: { id: dashboardId, linkId }, body }) =>
      links.change(account.id, { dashboardId, id: linkId }, body),
  );

  app.delete(
    '/api/dashboards/:id/links/:linkId',
    { schema: { params: linkParams, response: { 204: z.null() } } },
    async ({ account, params: { id: dashboardId, linkId } }, reply) => {
      await links.revoke(account.id, { dashboardId, id: linkId });
      return reply.code(204).send(null);
    },
  );
}
