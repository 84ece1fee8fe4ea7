import { type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { actorOf } from '../../people/admin/index.ts';
import type { BoardClaims } from './board-claims.service.ts';

/** Who gets a board is not for a token that somebody may have found. */
const config = { needs: 'session' } as const;

/** Claims of boards whose id another account has: of who claims, of who holds, and of administrators. */
export function boardClaimRoutes(app: Http, { claims }: { claims: BoardClaims }): void {
  const route = routesOf(app);
  labelRequests(app, 'pairing', {
    'POST /api/claims': 'Board of another account claimed',
    'DELETE /api/claims/:id': 'Claim of a board withdrawn',
    'POST /api/claims/:id/accept': 'Claim of a board accepted',
    'POST /api/claims/:id/object': 'Claim of a board objected to',
  });
  labelRequests(app, 'admin', { 'POST /api/admin/claims/:id/decide': 'Claim of a board decided by an administrator' });

  route('GET /api/claims', ({ account }) => claims.list(account.id));

  route('POST /api/claims', { config }, async ({ account, body }) => {
    await claims.start(account.id, body.espid);
    return claims.list(account.id);
  });

  route('DELETE /api/claims/:id', { config }, async ({ account, params }) => {
    await claims.withdraw(account.id, params.id);
    return claims.list(account.id);
  });

  route('POST /api/claims/:id/accept', { config }, async (request) => {
    const { account } = request;
    await claims.accept({ ...actorOf(request), id: account.id }, request.params.id);
    return claims.list(account.id);
  });

  route('POST /api/claims/:id/object', { config }, async (request) => {
    const { account } = request;
    await claims.object({ ...actorOf(request), id: account.id }, request.params.id);
    return claims.list(account.id);
  });

  route('GET /api/admin/claims', { config: { access: 'admin', needs: 'session' } }, () => claims.all());

  route('POST /api/admin/claims/:id/decide', { config: { access: 'admin', needs: 'proof' } }, async (request) => {
    await claims.decide(actorOf(request), request.params.id, request.body);
    return claims.all();
  });
}
