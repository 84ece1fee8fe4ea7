import {
  messageResponse,
  passkey,
  passkeyCreate,
  passkeyCreation,
  passkeyPatch,
  recoveryCodes,
  totpConfirmRequest,
  totpSetup,
  twoFactorState,
} from '@cyno/contract';
import { z } from 'zod';
import type { Http } from '../../../platform/http/index.ts';
import type { RouteParts } from './route-parts.ts';

const session = { needs: 'session' } as const;
const proof = { needs: 'proof' } as const;

const params = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
});

/** How the owner of an account sets two-step login and passkeys up. */
export function settingsRoutes(app: Http, deps: RouteParts): void {
  const { twoFactor } = deps;
  const { totp } = twoFactor;

  app.get('/api/second-step', { config: session, schema: { response: { 200: twoFactorState } } }, ({ account }) =>
    twoFactor.state(account.id),
  );

  app.post('/api/second-step/totp', { config: proof, schema: { response: { 200: totpSetup } } }, ({ account }) =>
    totp.prepare(account.id, account.email),
  );

  app.post(
    '/api/second-step/totp/confirm',
    { config: proof, schema: { body: totpConfirmRequest, response: { 200: recoveryCodes } } },
    async ({ account, body }) => ({ recoveryCodes: await totp.confirm(account.id, body.code) }),
  );

  app.delete(
    '/api/second-step/totp',
    { config: proof, schema: { response: { 200: messageResponse } } },
    async ({ account }) => {
      await totp.turnOff(account.id);
      return { message: 'Two-step log-in is off.' };
    },
  );

  app.post(
    '/api/second-step/recovery-codes',
    { config: proof, schema: { response: { 200: recoveryCodes } } },
    async ({ account }) => ({ recoveryCodes: await totp.newRecoveryCodes(account.id) }),
  );

  passkeyRoutes(app, deps);
}

function passkeyRoutes(app: Http, { twoFactor, partyOf }: RouteParts): void {
  const { passkeys } = twoFactor;

  app.post(
    '/api/second-step/passkeys/options',
    { config: proof, schema: { response: { 200: passkeyCreation } } },
    (request) => passkeys.startCreation(request.account, partyOf(request)),
  );

  app.post(
    '/api/second-step/passkeys',
    { config: proof, schema: { body: passkeyCreate, response: { 201: passkey } } },
    async (request, reply) =>
      reply.code(201).send(await passkeys.create(request.account.id, request.body, partyOf(request))),
  );

  app.patch(
    '/api/second-step/passkeys/:id',
    { config: session, schema: { params, body: passkeyPatch, response: { 200: passkey } } },
    ({ account, body, params: { id } }) => passkeys.rename(account.id, id, body.name),
  );

  app.delete(
    '/api/second-step/passkeys/:id',
    { config: proof, schema: { params, response: { 200: messageResponse } } },
    async ({ account, params: { id } }) => {
      await passkeys.remove(account.id, id);
      return { message: 'The passkey is removed.' };
    },
  );
}
