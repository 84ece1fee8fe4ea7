import { type Core, coreFor } from '../../../core.ts';
import type { Accounts } from '../accounts/index.ts';
import { twoFactorRoutes } from './two-factor.routes.ts';
import { TwoFactorService } from './two-factor.service.ts';

/** Two-step login and passkeys of accounts. */
export { TwoFactorService } from './two-factor.service.ts';

/** Makes the second proofs of logins, which accounts request from then on. */
export function createTwoFactor(server: Core, accounts: Accounts): TwoFactorService {
  const core = coreFor(server, 'accounts');
  const { config } = core;
  const twoFactor = new TwoFactorService({
    ...core,
    notify: (accountId, event) => accounts.notices.security(accountId, event),
    providers: (['oidc', 'line'] as const).filter((name) => config[name] !== null),
  });
  accounts.useTwoFactor(twoFactor);
  core.routes.push((app) => twoFactorRoutes(app, { twoFactor, accounts, config }));
  return twoFactor;
}
