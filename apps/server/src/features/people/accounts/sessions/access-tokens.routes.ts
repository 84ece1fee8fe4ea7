import { type Http, routesOf } from '../../../../platform/http/index.ts';
import type { Accounts } from '../accounts.service.ts';

/** Personal access tokens; only a browser session sees and changes them, so that one token cannot make another. */
export function accessTokenRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  const route = routesOf(app);
  const { accessTokens } = accounts;

  route('GET /api/access-tokens', { config: { needs: 'session' } }, ({ account }) => accessTokens.list(account.id));

  route('POST /api/access-tokens', { config: { needs: 'proof' } }, async ({ account, body }, reply) =>
    reply.code(201).send(await accessTokens.create(account, body)),
  );

  route('DELETE /api/access-tokens/:id', { config: { needs: 'session' } }, async ({ account, params: { id } }) => {
    await accessTokens.revoke(account.id, id);
    return { message: 'The access token is revoked.' };
  });
}
