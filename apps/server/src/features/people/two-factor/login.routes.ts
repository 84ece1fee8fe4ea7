import {
  loginResponse,
  messageResponse,
  passkeyChallenge,
  passkeyLogin,
  twoFactorPasskeyOptions,
  twoFactorPasskeyRequest,
  twoFactorRequest,
} from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import type { Http } from '../../../platform/http/index.ts';
import type { Origin } from '../accounts/index.ts';
import type { RouteParts } from './route-parts.ts';

const config = { access: 'public' } as const;
const originOf = ({ ip, headers }: FastifyRequest): Origin => ({ ip, userAgent: headers['user-agent'] ?? null });

/** The two-factor step of a login, the passkey that takes the place of the password, and the one that takes its place as a proof. */
export function loginRoutes(app: Http, { twoFactor, accounts, partyOf }: RouteParts): void {
  app.post(
    '/api/auth/second-step',
    { config, schema: { body: twoFactorRequest, response: { 200: loginResponse } } },
    async (request) => {
      const accountId = await twoFactor.finishLogin(request.body, () => partyOf(request));
      return accounts.startSession(accountId, originOf(request));
    },
  );

  app.post(
    '/api/auth/second-step/passkey-options',
    { config, schema: { body: twoFactorPasskeyRequest, response: { 200: twoFactorPasskeyOptions } } },
    async (request) => ({ options: await twoFactor.passkeyForLogin(request.body.ticket, partyOf(request)) }),
  );

  app.post('/api/auth/passkey/options', { config, schema: { response: { 200: passkeyChallenge } } }, (request) =>
    twoFactor.startPasskeyLogin(partyOf(request), request.ip),
  );

  app.post(
    '/api/auth/passkey',
    { config, schema: { body: passkeyLogin, response: { 200: loginResponse } } },
    async (request) => {
      const accountId = await twoFactor.finishPasskeyLogin(request.body, partyOf(request));
      return accounts.startSession(accountId, originOf(request));
    },
  );

  proofRoutes(app, { twoFactor, accounts, partyOf });
}

function proofRoutes(app: Http, { twoFactor, accounts, partyOf }: RouteParts): void {
  const config = { needs: 'session' } as const;

  app.post('/api/auth/proof/passkey-options', { config, schema: { response: { 200: passkeyChallenge } } }, (request) =>
    twoFactor.startProof(request.account.id, partyOf(request)),
  );

  app.post(
    '/api/auth/proof/passkey',
    { config, schema: { body: passkeyLogin, response: { 200: messageResponse } } },
    async (request) => {
      const { id, sessionId } = request.account;
      await twoFactor.finishProof(id, request.body, partyOf(request));
      if (sessionId !== null) await accounts.proveSession(sessionId);
      return { message: 'You proved that it is you. That counts for ten minutes.' };
    },
  );
}
