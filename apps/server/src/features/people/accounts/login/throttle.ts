import type { Database } from '../../../../platform/database/index.ts';
import { clientNetwork } from '../../../../platform/http/index.ts';
import { type Counter, createCounter } from '../../../../platform/throttle/index.ts';

const windowSeconds = 15 * 60;

/** Limits within 15 minutes. Of an address more is let through than of an account: a school shares one. */
const limits = {
  guesses: 10,
  addressGuesses: 100,
  signups: 5,
  addressSignups: 200,
  mails: 5,
  addressMails: 30,
  codes: 10,
};

/**
 * Counts tries by account and by network address. Each method throws a 429 with `Retry-After` when there were too many. E-mails are
 * counted whether or not they have an account, so that the response reveals nothing.
 */
export class Throttle {
  readonly #guesses: Counter;
  readonly #addressGuesses: Counter;
  readonly #signups: Counter;
  readonly #addressSignups: Counter;
  readonly #mails: Counter;
  readonly #addressMails: Counter;
  readonly #codes: Counter;

  constructor(database: Database) {
    const counter = (name: string, points: number) => createCounter(database, { name, points, windowSeconds });
    this.#guesses = counter('guess', limits.guesses);
    this.#addressGuesses = counter('guess_from', limits.addressGuesses);
    this.#signups = counter('sign_up', limits.signups);
    this.#addressSignups = counter('sign_up_from', limits.addressSignups);
    this.#mails = counter('mail', limits.mails);
    this.#addressMails = counter('mail_from', limits.addressMails);
    this.#codes = counter('setup_code', limits.codes);
  }

  /** Counts a guess from an address; `forgive` takes it back when the guess was right. */
  async guessFrom(address: string): Promise<{ forgive(): Promise<void> }> {
    const key = clientNetwork(address);
    await this.#addressGuesses.take(key);
    return { forgive: () => this.#addressGuesses.giveBack(key) };
  }

  /**
   * Counts a guess of an account's password; `forgive` forgets all of them when the guess was right. An address that the account is
   * signed in from has its own count: anyone who guesses elsewhere does not lock the owner out.
   */
  async guessOf(email: string, knownAddress: string | undefined): Promise<{ forgive(): Promise<void> }> {
    const key = knownAddress === undefined ? email : `${email} ${clientNetwork(knownAddress)}`;
    await this.#guesses.take(key);
    return { forgive: () => this.#guesses.forget(key) };
  }

  /** Counts a guess in a session, from any address: who stole its token has many addresses. `forgive` as above. */
  async guessInSession(sessionId: number): Promise<{ forgive(): Promise<void> }> {
    const key = `session ${sessionId}`;
    await this.#guesses.take(key);
    return { forgive: () => this.#guesses.forget(key) };
  }

  /** Forgets guesses of an account's password: its owner proved themselves in another way. */
  async forgetGuessesOf(email: string): Promise<void> {
    await this.#guesses.forget(email);
  }

  async signup(email: string, address: string): Promise<void> {
    await this.#addressSignups.take(clientNetwork(address));
    await this.#signups.take(email);
  }

  /** Counts a mail that anybody can have sent to an address. */
  async mail(email: string, address: string): Promise<void> {
    await this.#addressMails.take(clientNetwork(address));
    await this.#mails.take(email);
  }

  /** Counts a set-up code; `forgive` takes it back when the code was right. */
  async setupCode(address: string): Promise<{ forgive(): Promise<void> }> {
    const key = clientNetwork(address);
    await this.#codes.take(key);
    return { forgive: () => this.#codes.giveBack(key) };
  }
}
