import { TwoFactorService } from './two-factor.service.ts';
import type { TwoFactorOptions } from './two-factor-options.ts';

/** Adds every route of the feature. */
export { twoFactorRoutes } from './two-factor.routes.ts';
/** Two-step login and passkeys of accounts. */
export type { TwoFactorService } from './two-factor.service.ts';

/** Wires the feature; it runs nothing of its own. */
export function createTwoFactor(options: TwoFactorOptions): TwoFactorService {
  return new TwoFactorService(options);
}
