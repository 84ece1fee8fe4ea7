import { type Http, routesOf } from '../../../platform/http/index.ts';
import { actorOf, admins } from './admin.routes.ts';
import type { Invitations } from './invitations.service.ts';

/** Invitations to sign up. */
export function invitationRoutes(app: Http, { invitations }: { invitations: Invitations }): void {
  const route = routesOf(app);

  route('GET /api/admin/invitations', { config: admins }, () => invitations.list());

  route('POST /api/admin/invitations', { config: admins }, async (request, reply) =>
    reply.code(201).send(await invitations.create(actorOf(request), request.body)),
  );

  route('DELETE /api/admin/invitations/:id', { config: admins }, async (request) => {
    await invitations.remove(actorOf(request), request.params.id);
    return { message: 'The invitation is cancelled.' };
  });
}
