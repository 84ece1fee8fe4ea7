import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';

/** What the owner of an account must hear of, in case that it was somebody else. */
export type SecondStepEvent =
  | 'two_step_on'
  | 'two_step_off'
  | 'recovery_codes_new'
  | 'recovery_code_used'
  /** Somebody knows the password, and typed wrong codes until the account refused further ones. */
  | 'second_step_guessed'
  | 'passkey_added'
  | 'passkey_removed'
  /** A passkey was refused because its counter went back. */
  | 'passkey_copied';

/** Tells the owner of an account what happened; does not throw. */
export type Notify = (accountId: number, event: SecondStepEvent) => void;

/** What the feature needs. */
export interface SecondStepOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly notify: Notify;
}
