import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Counter, Gauge, Histogram } from 'prom-client';
import { AppError, because } from '../../../../platform/errors.ts';
import { FairPlaces, type Refusal } from '../../../../platform/fair-places/index.ts';
import type { Metrics } from '../../../../platform/metrics/index.ts';
import { currentRequester } from '../../../../platform/requester.ts';
import { leastCost, type PasswordCost } from './password-cost.ts';

/** Each hash takes 19 MiB and a core for a tenth of a second. */
const maxRunning = 2;
/** For logins and signups: what else is hashed, such as passwords of links, leaves them one. */
const reservedForLogins = 1;
/** A class that logs in at once shares a network; an account has no reason to hash many. */
const maxWaitingOfOne = 64;
const maxWaiting = 192;
const maxWaitMs = 20_000;
const retryAfterSeconds = 5;
const argon2 = { hash, verify };

/**
 * Hashes passwords, at most two at once, of which one is for logins. Accounts, and networks without account, take turns; each waits for
 * 64 at most, further ones are refused with a 429.
 */
export class PasswordHasher {
  readonly #argon2: typeof argon2;
  #cost = leastCost;
  /** Of the same cost as a real one and never accepted: an unknown e-mail takes as long as a wrong password. */
  #decoyHash: Promise<string>;
  readonly #places = new FairPlaces<string>({
    places: maxRunning,
    reserved: reservedForLogins,
    perKey: maxRunning,
    waitingPerKey: maxWaitingOfOne,
    waiting: maxWaiting,
    maxWaitMs,
    refusal: (why) => this.#refusal(why),
  });
  readonly #refused: Counter;
  readonly #seconds: Histogram;

  constructor(metrics: Metrics, computing = argon2) {
    this.#argon2 = computing;
    this.#decoyHash = computing.hash(randomBytes(32), leastCost);
    const places = this.#places;
    new Gauge({
      name: 'cyno_password_hashes_waiting',
      help: 'Logins and signups that wait for their password to be hashed',
      registers: [metrics],
      collect() {
        this.set(places.waiting);
      },
    });
    this.#seconds = new Histogram({
      name: 'cyno_password_hash_seconds',
      help: 'Time that one password took to hash, without waiting',
      buckets: [0.02, 0.05, 0.1, 0.25, 1],
      registers: [metrics],
    });
    this.#refused = new Counter({
      name: 'cyno_password_hashes_refused_total',
      help: 'Logins and signups that were refused because too many waited',
      registers: [metrics],
    });
  }

  /** How many wait, of how many. */
  get fill(): { readonly used: number; readonly limit: number } {
    return { used: this.#places.waiting, limit: maxWaiting };
  }

  /** From now on each hash costs this. */
  async setCost(cost: PasswordCost): Promise<void> {
    this.#cost = cost;
    this.#decoyHash = this.#argon2.hash(randomBytes(32), cost);
    await this.#decoyHash;
  }

  hash(password: string): Promise<string> {
    return this.#runQueued(() => this.#argon2.hash(password.normalize('NFKC'), this.#cost));
  }

  /** False also when there is no hash to compare with, after the same time. */
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const compared = passwordHash ?? (await this.#decoyHash);
    const typed = password.normalize('NFKC');
    const same = await this.#runQueued(async () => {
      const isSame = await this.#argon2.verify(compared, typed);
      // Without the passes that it lacks a hash from before would differ from the decoy in its time.
      const lacking = this.#passesLacking(compared);
      if (lacking > 0) await this.#argon2.hash(typed, { ...this.#cost, timeCost: lacking });
      return isSame;
    });
    return same && passwordHash !== null;
  }

  /** True for a hash that was made while hashes cost less. */
  isCheap(passwordHash: string): boolean {
    return this.#passesLacking(passwordHash) > 0;
  }

  #passesLacking(passwordHash: string): number {
    const passes = Number(/,t=(\d+),/.exec(passwordHash)?.[1] ?? this.#cost.timeCost);
    return this.#cost.timeCost - passes;
  }

  #runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#places.run(currentRequester(), async () => {
      const end = this.#seconds.startTimer();
      return work().finally(end);
    });
  }

  #refusal(why: Refusal): AppError {
    this.#refused.inc();
    const options = { ...because('server_busy'), retryAfterSeconds };
    if (why === 'share') {
      return new AppError(429, 'rate_limited', 'Too many passwords at once. Try again in a few seconds.', options);
    }
    const sentence = 'Too many people are logging in at this moment. Try again in a few seconds.';
    return new AppError(503, 'unavailable', sentence, options);
  }
}
