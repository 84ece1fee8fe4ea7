import { accessTokenCreate, accessTokenCreated, accessTokenList, messageResponse } from '@cyno/contract';
import { z } from 'zod';
import { forbidden } from '../../platform/errors.ts';
import type { Http, RequestAccount } from '../../platform/http/index.ts';
import type { Accounts } from './accounts.service.ts';

const params = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});

/** Personal access tokens; only a browser session sees and changes them, so that one token cannot make another. */
export function accessTokenRoutes(app: Http, { accounts }: { accounts: Accounts }): void {
  const { accessTokens } = accounts;

  app.get('/api/access-tokens', { schema: { response: { 200: accessTokenList } } }, async ({ account }) => {
    requireSession(account);
    return accessTokens.list(account.id);
  });

  app.post(
    '/api/access-tokens',
    { schema: { body: accessTokenCreate, response: { 201: accessTokenCreated } } },
    async ({ account, body }, reply) => {
      requireSession(account);
      return reply.code(201).send(await accessTokens.create(account.id, body));
    },
  );

  app.delete(
    '/api/access-tokens/:id',
    { schema: { params, response: { 200: messageResponse } } },
    async ({ account, params: { id } }) => {
      requireSession(account);
      await accessTokens.revoke(account.id, id);
      return { message: 'The access token is revoked.' };
    },
  );
}

function requireSession(account: RequestAccount): void {
  if (account.sessionId === null) throw forbidden('Access tokens are managed from a browser session. Log in.');
}
