import { hash, verify } from '@node-rs/argon2';
import { Counter, Gauge, Histogram } from 'prom-client';
import { AppError } from '../../platform/errors.ts';
import type { Metrics } from '../../platform/metrics/index.ts';

/** Argon2id with OWASP's figures (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each hash takes 19 MiB and a core for tens of milliseconds. */
const maxRunning = 2;
const maxWaiting = 64;
const retryAfterSeconds = 5;

/** Of the same cost as a real one and never accepted: an unknown e-mail takes as long as a wrong password. */
const decoyHash = '$argon2id$v=19$m=19456,t=2,p=1$OdySJBHoEf8z+ujFjOilaQ$2dKv+nyRRJHxb76rjsrGzVHcyd59X63XBVSszjAPI2Y';

/** Hashes passwords, at most two at once; at most 64 wait, further ones are refused with 503. */
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #refused: Counter;
  readonly #seconds: Histogram;

  constructor(metrics: Metrics) {
    const waiting = this.#waiting;
    new Gauge({
      name: 'cyno_password_hashes_waiting',
      help: 'Log-ins and sign-ups that wait for their password to be hashed',
      registers: [metrics],
      collect() {
        this.set(waiting.length);
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
      help: 'Log-ins and sign-ups that were refused because too many waited',
      registers: [metrics],
    });
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password.normalize('NFKC'), cost));
  }

  /** False also when there is no hash to compare with, after the same time. */
  async verify(password: string, passwordHash: string | null): Promise<boolean> {
    const same = await this.#inTurn(() => verify(passwordHash ?? decoyHash, password.normalize('NFKC')));
    return same && passwordHash !== null;
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < maxRunning) this.#running += 1;
    else await this.#turn();
    const end = this.#seconds.startTimer();
    try {
      return await work();
    } finally {
      end();
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= maxWaiting) {
      this.#refused.inc();
      const sentence = 'Too many people are logging in at this moment. Try again in a few seconds.';
      throw new AppError(503, 'unavailable', sentence, { retryAfterSeconds });
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
