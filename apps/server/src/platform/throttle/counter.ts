import { createHash } from 'node:crypto';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../database/index.ts';
import { rateLimited } from '../errors.ts';

/** Counts tries per key, such as an address or an account. */
export interface Counter {
  /** Counts one and returns how many are left; throws a 429 with `Retry-After` when there were too many in the window. */
  take(key: string): Promise<{ left: number }>;
  /** Takes one back, because it was right. */
  giveBack(key: string): Promise<void>;
  /** Forgets all of a key. */
  forget(key: string): Promise<void>;
}

export interface CounterOptions {
  /** Names what is counted; counters of one name share their counts, also across servers. */
  readonly name: string;
  /** How many are let through in a window; it begins with the first. */
  readonly points: number;
  readonly windowSeconds: number;
}

/**
 * A counter in the database, so that a restart forgets nothing and several at once are counted one by one. Keys are stored as
 * their SHA-256. Anyone who is over the limit is refused from memory, which spares the database; while it is away memory counts.
 */
export function createCounter(database: Database, { name, points, windowSeconds }: CounterOptions): Counter {
  const limits = { keyPrefix: name, points, duration: windowSeconds };
  const limiter = new RateLimiterPostgres({
    ...limits,
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'throttle_counts',
    // The migrations make it; expired rows are removed with the other things whose time is over.
    tableCreated: true,
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: new RateLimiterMemory(limits),
  });
  return {
    take: (key) => take(limiter, hashed(key)),
    async giveBack(key) {
      await limiter.reward(hashed(key));
    },
    async forget(key) {
      await limiter.delete(hashed(key));
    },
  };
}

/** A counter in memory, for what may be forgotten by a restart: it only spares this server work. */
export function createMemoryCounter({ points, windowSeconds }: Omit<CounterOptions, 'name'>): Pick<Counter, 'take'> {
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds });
  return { take: (key) => take(limiter, key) };
}

async function take(limiter: RateLimiterAbstract, key: string): Promise<{ left: number }> {
  try {
    return { left: (await limiter.consume(key)).remainingPoints };
  } catch (err) {
    if (!(err instanceof RateLimiterRes)) throw err;
    throw rateLimited(Math.ceil(err.msBeforeNext / 1000));
  }
}

/** Removes counts whose window is over. */
export async function removeExpiredCounts({ pool }: Database): Promise<void> {
  await pool.query('DELETE FROM throttle_counts WHERE expire < $1', [Date.now()]);
}

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');
