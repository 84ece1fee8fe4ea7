import type { Clock } from '../../../../platform/clock.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../../../platform/log/index.ts';
import { runForServer } from '../../../../platform/requester.ts';

/** Strangers choose what is requested, so that there is nothing is cached for a short time and in its own place. */
const absentMs = 15_000;
const maxAbsent = 1_000;
/** A board waits for its response; after this time the old value must do. */
const patienceMs = 1_000;
/** How long old values are used without a new query after the database did not respond. */
const awayMs = 5_000;

export interface ExpiringCacheOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly size: number;
  readonly maxAgeMs: number;
}

interface Entry<Value> {
  readonly value: Value;
  readonly until: number;
  /** Set while it is loaded again. */
  reloading: Promise<Value | undefined> | undefined;
}

/**
 * Keeps at most `size` values for `maxAgeMs`; when full it forgets the one that was not requested the longest. While the
 * database does not respond, cached values stay valid: a board must get in, so that its messages are stored.
 */
export class ExpiringCache<Value extends object> {
  readonly #entries = new Map<string, Entry<Value>>();
  /** Until when a key is believed to have no value. */
  readonly #absent = new Map<string, number>();
  readonly #options: ExpiringCacheOptions;
  readonly #log: QuietLog;
  #awayUntil = 0;
  /** Counts removals: what was read before one may be out of date and is read again. */
  #generation = 0;

  constructor(options: ExpiringCacheOptions) {
    this.#options = options;
    this.#log = createQuietLog(options.log);
  }

  /** The cached value, or the result of `load`; rejects as `load` does, unless there is an old value. */
  async get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const now = this.#options.clock.now();
    const entry = this.#entries.get(key);
    if (!entry) return holds(this.#absent.get(key), absentMs, now) ? undefined : this.#load(key, load);
    if (holds(entry.until, this.#options.maxAgeMs, now) || holds(this.#awayUntil, awayMs, now)) {
      keep(this.#entries, key, entry, this.#options.size);
      return entry.value;
    }
    entry.reloading ??= this.#reload(key, entry, load);
    const loading = entry.reloading;
    try {
      return await inTime(loading);
    } catch (err) {
      // Removed in the meantime: what was old is wrong now.
      if (this.#entries.get(key) !== entry) return loading;
      entry.reloading = undefined;
      this.#awayUntil = this.#options.clock.now() + awayMs;
      this.#log('warn', 'The database did not respond to a lookup; the cached value is used', { err });
      return entry.value;
    }
  }

  removeWhere(matches: (value: Value) => boolean): void {
    this.#generation += 1;
    for (const [key, entry] of this.#entries) if (matches(entry.value)) this.#entries.delete(key);
  }

  /** Loads again what did not exist. */
  forgetAbsent(): void {
    this.#generation += 1;
    this.#absent.clear();
  }

  /**
   * Once for all requests meanwhile, and as the server: a request of somebody who has used up their own share of the database would fail
   * as if the database did not respond to anybody.
   */
  async #reload(key: string, entry: Entry<Value>, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    try {
      return await runForServer(() => this.#load(key, load));
    } finally {
      entry.reloading = undefined;
    }
  }

  async #load(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const generation = this.#generation;
    const value = await load();
    if (generation !== this.#generation) return this.#load(key, load);
    const now = this.#options.clock.now();
    if (value) {
      this.#absent.delete(key);
      keep(
        this.#entries,
        key,
        { value, until: now + this.#options.maxAgeMs, reloading: undefined },
        this.#options.size,
      );
    } else {
      this.#entries.delete(key);
      keep(this.#absent, key, now + absentMs, maxAbsent);
    }
    return value;
  }
}

/** True until then; an end that is further off than it ever can be was set while the clock was ahead. */
const holds = (until: number | undefined, longestMs: number, now: number): boolean =>
  until !== undefined && until > now && until - now <= longestMs;

/** Makes a key the newest of a map; when that is full, its oldest goes. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value, size: number): void {
  map.delete(key);
  const oldest = map.keys().next();
  if (map.size >= size && !oldest.done) map.delete(oldest.value);
  map.set(key, value);
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer in ${patienceMs} ms`)), patienceMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
