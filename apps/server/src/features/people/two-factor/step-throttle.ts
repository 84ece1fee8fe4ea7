import type { Database } from '../../../platform/database/index.ts';
import { clientNetwork } from '../../../platform/http/index.ts';
import { type Counter, createCounter } from '../../../platform/throttle/index.ts';

const quarterHourSeconds = 15 * 60;
const daySeconds = 24 * 60 * 60;
const guessesPerQuarterHour = 10;
/** Of six digits three codes are right at a time: 50 guesses a day find one once in 18 years. */
const guessesPerDay = 50;
/** A school shares one address. */
const passkeysPerAddress = 300;

/** A guess that was counted before it was checked, so that guesses at the same time do not slip through. */
export interface CountedGuess {
  /** True for the last one before the account refuses further ones. */
  readonly last: boolean;
  /** The guess was right. */
  forgive(): Promise<void>;
}

/**
 * Counts what is typed as two-factor step of an account, in the database, so that it outlives a restart. Codes of the app and recovery
 * codes have their own counts: anyone who knows the password and guesses codes does not keep the owner from using a recovery code.
 */
export class StepThrottle {
  readonly #codes: Counter;
  readonly #codesOfDay: Counter;
  readonly #recoveryCodes: Counter;
  readonly #passkeys: Counter;

  constructor(database: Database) {
    const counter = (name: string, points: number, windowSeconds: number) =>
      createCounter(database, { name, points, windowSeconds });
    this.#codes = counter('second-step-code', guessesPerQuarterHour, quarterHourSeconds);
    this.#codesOfDay = counter('second-step-code-day', guessesPerDay, daySeconds);
    this.#recoveryCodes = counter('second-step-recovery', guessesPerQuarterHour, quarterHourSeconds);
    this.#passkeys = counter('passkey_from', passkeysPerAddress, quarterHourSeconds);
  }

  /** Throws a 429 with `Retry-After` when there were too many. */
  async code(accountId: number): Promise<CountedGuess> {
    const key = String(accountId);
    const { left } = await this.#codes.take(key);
    await this.#codesOfDay.take(key);
    return {
      last: left === 0,
      forgive: async () => {
        await this.#codes.forget(key);
        await this.#codesOfDay.giveBack(key);
      },
    };
  }

  /** As `code`. */
  async recoveryCode(accountId: number): Promise<CountedGuess> {
    const key = String(accountId);
    const { left } = await this.#recoveryCodes.take(key);
    return { last: left === 0, forgive: () => this.#recoveryCodes.forget(key) };
  }

  /** Counts a login by passkey that an address starts, which costs a row for five minutes; throws as `code`. */
  async passkeyFrom(address: string): Promise<void> {
    await this.#passkeys.take(clientNetwork(address));
  }
}
