import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../../platform/database/index.ts';
import { rateLimited } from '../../platform/errors.ts';
import { clientNetwork } from '../../platform/http/index.ts';

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
 * Counts what is typed as second step of an account, in the database, so that it outlives a restart. Codes of the app and recovery codes
 * have their own counts: whoever knows the password and guesses codes does not keep the owner from using a recovery code.
 */
export class StepThrottle {
  readonly #codes: RateLimiterPostgres;
  readonly #codesOfDay: RateLimiterPostgres;
  readonly #recoveryCodes: RateLimiterPostgres;
  readonly #passkeys = new RateLimiterMemory({ points: passkeysPerAddress, duration: quarterHourSeconds });

  constructor({ pool }: Database) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'throttle_counts',
        tableCreated: true,
        keyPrefix,
        points,
        duration,
      });
    this.#codes = limiter('second-step-code', guessesPerQuarterHour, quarterHourSeconds);
    this.#codesOfDay = limiter('second-step-code-day', guessesPerDay, daySeconds);
    this.#recoveryCodes = limiter('second-step-recovery', guessesPerQuarterHour, quarterHourSeconds);
  }

  /** Throws a 429 with `Retry-After` when there were too many. */
  async code(accountId: number): Promise<CountedGuess> {
    const last = await take(this.#codes, accountId);
    await take(this.#codesOfDay, accountId);
    return {
      last,
      forgive: async () => {
        await this.#codes.delete(accountId);
        await this.#codesOfDay.reward(accountId);
      },
    };
  }

  /** As `code`. */
  async recoveryCode(accountId: number): Promise<CountedGuess> {
    const last = await take(this.#recoveryCodes, accountId);
    return {
      last,
      forgive: async () => {
        await this.#recoveryCodes.delete(accountId);
      },
    };
  }

  /** Counts a log-in by passkey that an address starts, which costs a row for five minutes; throws as `code`. */
  async passkeyFrom(address: string): Promise<void> {
    await take(this.#passkeys, clientNetwork(address));
  }
}

async function take(counter: RateLimiterAbstract, key: number | string): Promise<boolean> {
  try {
    return (await counter.consume(key)).remainingPoints === 0;
  } catch (err) {
    if (!(err instanceof RateLimiterRes)) throw err;
    throw rateLimited(Math.ceil(err.msBeforeNext / 1000));
  }
}
