import { invitationCreate, invitationCreated, invitationList, messageResponse } from '@cyno/contract';
import type { Http } from '../../../platform/http/index.ts';
import { actorOf, admins, idParams } from './admin.routes.ts';
import type { Invitations } from './invitations.service.ts';

/** Invitations to sign up. */
export function invitationRoutes(app: Http, { invitations }: { invitations: Invitations }): void {
  app.get('/api/admin/invitations', { config: admins, schema: { response: { 200: invitationList } } }, () =>
    invitations.list(),
  );

  app.post(
    '/api/admin/invitations',
    { config: admins, schema: { body: invitationCreate, response: { 201: invitationCreated } } },
    async (request, reply) => reply.code(201).send(await invitations.create(actorOf(request), request.body)),
  );

  app.delete(
    '/api/admin/invitations/:id',
    { config: admins, schema: { params: idParams, response: { 200: messageResponse } } },
    async (request) => {
      await invitations.remove(actorOf(request), request.params.id);
      return { message: 'The invitation is taken back.' };
    },
  );
}
