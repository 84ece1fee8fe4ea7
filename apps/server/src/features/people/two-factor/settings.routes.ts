import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { RouteParts } from './route-parts.ts';

const session = { needs: 'session' } as const;
const proof = { needs: 'proof' } as const;

/** How the owner of an account sets two-step login and passkeys up. */
export function settingsRoutes(app: Http, deps: RouteParts): void {
  const route = routesOf(app);
  const { twoFactor } = deps;
  const { totp } = twoFactor;

  route('GET /api/second-step', { config: session }, ({ account }) => twoFactor.state(account.id));

  route('POST /api/second-step/totp', { config: proof }, ({ account }) => totp.prepare(account.id, account.email));

  route('POST /api/second-step/totp/confirm', { config: proof }, async ({ account, body }) => ({
    recoveryCodes: await totp.confirm(account.id, body),
  }));

  route('DELETE /api/second-step/totp', { config: proof }, async ({ account }) => {
    await totp.turnOff(account.id);
    return { message: 'Two-factor authentication is off.' };
  });

  route('POST /api/second-step/recovery-codes', { config: proof }, async ({ account }) => ({
    recoveryCodes: await totp.newRecoveryCodes(account.id),
  }));

  passkeyRoutes(app, deps);
}

function passkeyRoutes(app: Http, { twoFactor, partyOf }: RouteParts): void {
  const route = routesOf(app);
  const { passkeys } = twoFactor;

  route('POST /api/second-step/passkeys/options', { config: proof }, (request) =>
    passkeys.startCreation(request.account, partyOf(request)),
  );

  route('POST /api/second-step/passkeys', { config: proof }, async (request, reply) =>
    reply.code(201).send(await passkeys.create(request.account, request.body, partyOf(request))),
  );

  route('PATCH /api/second-step/passkeys/:id', { config: session }, ({ account, body, params: { id } }) =>
    passkeys.rename(account.id, id, body.name),
  );

  route('DELETE /api/second-step/passkeys/:id', { config: proof }, async ({ account, params: { id } }) => {
    await passkeys.remove(account.id, id);
    return { message: 'The passkey is removed.' };
  });
}
