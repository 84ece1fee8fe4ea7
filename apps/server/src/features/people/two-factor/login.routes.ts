import type { FastifyRequest } from 'fastify';
import { type Http, routesOf } from '../../../platform/http/index.ts';
import type { Origin } from '../accounts/index.ts';
import type { RouteParts } from './route-parts.ts';

const config = { access: 'public' } as const;
const originOf = ({ ip, headers }: FastifyRequest): Origin => ({ ip, userAgent: headers['user-agent'] ?? null });

/** The two-factor step of a login, the passkey that takes the place of the password, and the one that takes its place as a proof. */
export function loginRoutes(app: Http, { twoFactor, accounts, partyOf }: RouteParts): void {
  const route = routesOf(app);

  route('POST /api/auth/second-step', { config }, async (request) => {
    const accountId = await twoFactor.finishLogin(request.body, () => partyOf(request));
    return accounts.startSession(accountId, originOf(request));
  });

  route('POST /api/auth/second-step/passkey-options', { config }, async (request) => ({
    options: await twoFactor.passkeyForLogin(request.body.ticket, partyOf(request)),
  }));

  route('POST /api/auth/passkey/options', { config }, (request) =>
    twoFactor.startPasskeyLogin(partyOf(request), request.ip),
  );

  route('POST /api/auth/passkey', { config }, async (request) => {
    const accountId = await twoFactor.finishPasskeyLogin(request.body, partyOf(request));
    return accounts.startSession(accountId, originOf(request));
  });

  proofRoutes(app, { twoFactor, accounts, partyOf });
}

function proofRoutes(app: Http, { twoFactor, accounts, partyOf }: RouteParts): void {
  const route = routesOf(app);
  const config = { needs: 'session' } as const;

  route('POST /api/auth/proof/passkey-options', { config }, (request) =>
    twoFactor.startProof(request.account.id, partyOf(request)),
  );

  route('POST /api/auth/proof/passkey', { config }, async (request) => {
    const { id, sessionId } = request.account;
    await twoFactor.finishProof(id, request.body, partyOf(request));
    if (sessionId !== null) await accounts.proveSession(sessionId);
    return { message: 'You proved that it is you. That counts for ten minutes.' };
  });
}
