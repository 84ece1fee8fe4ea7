import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Accounts } from '../accounts/index.ts';

/** Notifies the owner of an account of what happened, in case that it was somebody else; does not throw. */
export type Notify = Accounts['notices']['security'];

/** What the feature needs. */
export interface TwoFactorOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly notify: Notify;
  /** The services that this server lets people in through; an identity of another one is no way in. */
  readonly providers: readonly ('oidc' | 'line')[];
}
