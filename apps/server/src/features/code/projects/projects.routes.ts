import { project, projectDifference, projectList, projectRequest } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { Projects } from './projects.service.ts';

const largestId = 2 ** 31 - 1;
const params = z.object({ id: z.coerce.number().int().min(1).max(largestId) });

/** Saved set-ups of sketches. */
export function projectRoutes(app: Http, { projects }: { projects: Projects }): void {
  app.get('/api/projects', { schema: { response: { 200: projectList } } }, async ({ account }) => ({
    projects: await projects.list(account.id),
  }));

  app.post(
    '/api/projects',
    { schema: { body: projectRequest, response: { 201: project } } },
    async ({ account, body }, reply) => reply.code(201).send(await projects.create(account.id, body)),
  );

  app.get('/api/projects/:id', { schema: { params, response: { 200: project } } }, ({ account, params: { id } }) =>
    projects.get(account.id, id),
  );

  app.put(
    '/api/projects/:id',
    { schema: { params, body: projectRequest, response: { 200: project } } },
    ({ account, params: { id }, body }) => projects.replace(account.id, id, body),
  );

  app.delete(
    '/api/projects/:id',
    { schema: { params, response: { 204: z.null() } } },
    async ({ account, params: { id } }, reply) => {
      await projects.remove(account.id, id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/projects/:id/duplicate',
    { schema: { params, response: { 201: project } } },
    async ({ account, params: { id } }, reply) => reply.code(201).send(await projects.duplicate(account.id, id)),
  );

  app.get(
    '/api/projects/:id/difference',
    { schema: { params, response: { 200: projectDifference } } },
    ({ account, params: { id } }) => projects.difference(account.id, id),
  );
}
