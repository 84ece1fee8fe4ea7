import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../../platform/errors.ts';
import { clientNetwork } from '../../platform/http/index.ts';

const windowSeconds = 15 * 60;
const limiter = (points: number) => new RateLimiterMemory({ points, duration: windowSeconds });

/** Limits within 15 minutes. Of an address more is let through than of an account: a school shares one. */
const limits = {
  guesses: 10,
  addressGuesses: 100,
  signUps: 5,
  addressSignUps: 200,
  mails: 5,
  addressMails: 30,
  codes: 10,
};

/**
 * Counts tries by account and by network address, in memory. Each method throws a 429 with `Retry-After` when there were too
 * many. E-mails are counted whether or not they have an account, so that the answer tells nothing.
 */
export class Throttle {
  readonly #guesses = limiter(limits.guesses);
  readonly #addressGuesses = limiter(limits.addressGuesses);
  readonly #signUps = limiter(limits.signUps);
  readonly #addressSignUps = limiter(limits.addressSignUps);
  readonly #mails = limiter(limits.mails);
  readonly #addressMails = limiter(limits.addressMails);
  readonly #codes = limiter(limits.codes);

  /** Counts a guess from an address; `forgive` takes it back when the guess was right. */
  async guessFrom(address: string): Promise<{ forgive(): Promise<unknown> }> {
    const key = clientNetwork(address);
    await take(this.#addressGuesses, key);
    return { forgive: () => this.#addressGuesses.reward(key) };
  }

  /**
   * Counts a guess of an account's password; `forgive` forgets all of them when the guess was right. An address that the account is
   * signed in from has its own count: whoever guesses elsewhere does not lock the owner out.
   */
  async guessOf(email: string, knownAddress: string | undefined): Promise<{ forgive(): Promise<unknown> }> {
    const key = knownAddress === undefined ? email : `${email} ${clientNetwork(knownAddress)}`;
    await take(this.#guesses, key);
    return { forgive: () => this.#guesses.delete(key) };
  }

  /** Forgets guesses of an account's password: its owner proved themselves in another way. */
  async forgetGuessesOf(email: string): Promise<void> {
    await this.#guesses.delete(email);
  }

  async signUp(email: string, address: string): Promise<void> {
    await take(this.#addressSignUps, clientNetwork(address));
    await take(this.#signUps, email);
  }

  /** Counts a mail that anybody can have sent to an address. */
  async mail(email: string, address: string): Promise<void> {
    await take(this.#addressMails, clientNetwork(address));
    await take(this.#mails, email);
  }

  async setupCode(address: string): Promise<void> {
    await take(this.#codes, clientNetwork(address));
  }
}

async function take(counter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (err) {
    if (!(err instanceof RateLimiterRes)) throw err;
    throw rateLimited(Math.ceil(err.msBeforeNext / 1000));
  }
}
