import type { FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/index.ts';
import type { RelyingParty } from './relying-party.ts';
import type { TwoFactorService } from './two-factor.service.ts';

/** What the routes are made of. */
export interface RouteParts {
  readonly twoFactor: TwoFactorService;
  readonly accounts: Accounts;
  /** Whom passkeys of this request are for; throws a 400 when that cannot be determined. */
  readonly partyOf: (request: Pick<FastifyRequest, 'host' | 'headers'>) => RelyingParty;
}
