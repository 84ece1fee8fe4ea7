import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import type { Projects } from './projects.service.ts';

/** Saved set-ups of sketches. */
export function projectRoutes(app: Http, { projects }: { projects: Projects }): void {
  const route = routesOf(app);
  labelRequests(app, 'projects', { 'DELETE /api/projects/:id': 'Project deleted' });

  route('GET /api/projects', async ({ account }) => ({
    projects: await projects.list(account.id),
  }));

  route('POST /api/projects', async ({ account, body }, reply) =>
    reply.code(201).send(await projects.create(account.id, body)),
  );

  route('GET /api/projects/:id', ({ account, params: { id } }) => projects.get(account.id, id));

  route('PUT /api/projects/:id', ({ account, params: { id }, body }) => projects.change(account.id, id, body));

  route('PATCH /api/projects/:id', ({ account, params: { id }, body }) => projects.change(account.id, id, body));

  route('DELETE /api/projects/:id', async ({ account, params: { id } }, reply) => {
    await projects.remove(account.id, id);
    return reply.code(204).send(null);
  });

  route('POST /api/projects/:id/duplicate', async ({ account, params: { id } }, reply) =>
    reply.code(201).send(await projects.duplicate(account.id, id)),
  );

  route('GET /api/projects/:id/difference', ({ account, params: { id } }) => projects.difference(account.id, id));
}
