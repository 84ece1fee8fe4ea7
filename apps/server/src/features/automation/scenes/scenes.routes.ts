import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { requesterOf } from '../../boards/control/index.ts';
import type { Scenes } from './scenes.service.ts';

/** Scenes of an account: listing, making, changing, deleting and running them. */
export function sceneRoutes(app: Http, { scenes }: { scenes: Scenes }): void {
  const route = routesOf(app);
  labelRequests(app, 'scenes', {
    'POST /api/scenes/:id/run': 'Scene run',
    'DELETE /api/scenes/:id': 'Scene deleted',
    'POST /api/scenes/:id/restore': 'Deletion of a scene undone',
  });

  route('GET /api/scenes', ({ account }) => scenes.list(account.id));

  route('POST /api/scenes', async ({ account, body }, reply) =>
    reply.code(201).send(await scenes.create(account.id, body)),
  );

  route('PUT /api/scenes/:id', ({ account, params: { id }, body }) => scenes.replace(account.id, id, body));

  route('DELETE /api/scenes/:id', async ({ account, params: { id } }, reply) => {
    await scenes.remove(account.id, id);
    return reply.code(204).send(null);
  });

  route('POST /api/scenes/:id/restore', ({ account, params: { id } }) => scenes.restore(account.id, id));

  route('POST /api/scenes/:id/run', async ({ account, params: { id } }, reply) =>
    reply.code(202).send(await scenes.run(account.id, id, requesterOf(account))),
  );
}
