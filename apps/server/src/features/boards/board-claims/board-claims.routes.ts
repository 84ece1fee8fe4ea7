import { adminClaimList, claimDecision, claimList, claimRequest } from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import { actorOf } from '../../people/admin/index.ts';
import type { BoardClaims } from './board-claims.service.ts';

const params = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) });
const response = { response: { 200: claimList } };
/** Who gets a board is not for a token that somebody may have found. */
const config = { needs: 'session' } as const;

/** Claims of boards whose id another account has: of who claims, of who holds, and of administrators. */
export function boardClaimRoutes(app: Http, { claims }: { claims: BoardClaims }): void {
  app.get('/api/claims', { schema: response }, ({ account }) => claims.list(account.id));

  app.post('/api/claims', { config, schema: { body: claimRequest, ...response } }, async ({ account, body }) => {
    await claims.start(account.id, body.espid);
    return claims.list(account.id);
  });

  app.delete('/api/claims/:id', { config, schema: { params, ...response } }, async ({ account, params }) => {
    await claims.withdraw(account.id, params.id);
    return claims.list(account.id);
  });

  app.post('/api/claims/:id/accept', { config, schema: { params, ...response } }, async (request) => {
    const { account } = request;
    await claims.accept({ ...actorOf(request), id: account.id }, request.params.id);
    return claims.list(account.id);
  });

  app.post('/api/claims/:id/object', { config, schema: { params, ...response } }, async (request) => {
    const { account } = request;
    await claims.object({ ...actorOf(request), id: account.id }, request.params.id);
    return claims.list(account.id);
  });

  app.get(
    '/api/admin/claims',
    { config: { access: 'admin', needs: 'session' }, schema: { response: { 200: adminClaimList } } },
    () => claims.all(),
  );

  app.post(
    '/api/admin/claims/:id/decide',
    {
      config: { access: 'admin', needs: 'proof' },
      schema: { params, body: claimDecision, response: { 200: adminClaimList } },
    },
    async (request) => {
      await claims.decide(actorOf(request), request.params.id, request.body);
      return claims.all();
    },
  );
}
