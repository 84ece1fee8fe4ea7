import { TwoFactorService } from './second-step.service.ts';
import type { TwoFactorOptions } from './second-step-options.ts';

/** Adds every route of the feature. */
export { twoFactorRoutes } from './second-step.routes.ts';
/** Two-step login and passkeys of accounts. */
export type { TwoFactorService } from './second-step.service.ts';

/** Wires the feature; it runs nothing of its own. */
export function createTwoFactor(options: TwoFactorOptions): TwoFactorService {
  return new TwoFactorService(options);
}
