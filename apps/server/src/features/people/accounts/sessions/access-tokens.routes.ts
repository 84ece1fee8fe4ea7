import { accessTokenCreate, accessTokenCreated, accessTokenList, messageResponse } from '@cyno/contract';
import type { Http } from '../../../../platform/http/index.ts';
import type { Accounts } from '../accounts.service.ts';
import { idParams } from '../id-params.ts';

/** Personal access tokens; only a browser session sees and changes them, so that one token cannot make another. */
export function accessTokenRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  const { accessTokens } = accounts;

  app.get(
    '/api/access-tokens',
    { config: { needs: 'session' }, schema: { response: { 200: accessTokenList } } },
    ({ account }) => accessTokens.list(account.id),
  );

  app.post(
    '/api/access-tokens',
    { config: { needs: 'proof' }, schema: { body: accessTokenCreate, response: { 201: accessTokenCreated } } },
    async ({ account, body }, reply) => reply.code(201).send(await accessTokens.create(account.id, body)),
  );

  app.delete(
    '/api/access-tokens/:id',
    { config: { needs: 'session' }, schema: { params: idParams, response: { 200: messageResponse } } },
    async ({ account, params: { id } }) => {
      await accessTokens.revoke(account.id, id);
      return { message: 'The access token is revoked.' };
    },
  );
}
