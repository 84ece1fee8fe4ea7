import type { LoginRequest, LoginResponse, SecondStepChallenge } from '@cyno/contract';
import { AppError, forbidden, notAuthenticated } from '../../platform/errors.ts';
import type { Account } from './account.ts';
import type { AccountParts } from './account-parts.ts';

/** Where a request came from. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Asks whoever gave the first proof for a second one. */
export interface SecondStep {
  /** Null: the account has none. */
  challenge(accountId: number): Promise<SecondStepChallenge | null>;
}

/** Checks passwords and starts sessions. */
export class LogIn {
  readonly #parts: AccountParts;
  readonly #secondStep: SecondStep;

  constructor(parts: AccountParts, secondStep: SecondStep) {
    this.#parts = parts;
    this.#secondStep = secondStep;
  }

  /** An unknown address is answered like a wrong password, after the same time. */
  async logIn({ email, password }: LoginRequest, origin: Origin): Promise<LoginResponse> {
    const { repository, hasher, throttle, mailLinks, now } = this.#parts;
    const fromAddress = await throttle.guessFrom(origin.ip);
    const account = await repository.findForLogIn(email, origin.ip, now());
    const ofAccount = await throttle.guessOf(email, account?.knownAddress ? origin.ip : undefined);
    const right = await hasher.verify(password, account?.passwordHash ?? null);
    if (!account || !right) throw new AppError(401, 'wrong_credentials', 'Wrong e-mail or password');
    await Promise.all([fromAddress.forgive(), ofAccount.forgive()]);
    if (mailLinks.confirmationNeeded && !account.confirmedAt) {
      const sentence = 'Confirm your e-mail address first: open the link in the mail that we sent you.';
      throw new AppError(403, 'email_not_confirmed', sentence);
    }
    return this.finish(account.id, origin);
  }

  /**
   * After a first proof, such as a password: starts a session, or throws a 403 `second_step_required` with what to do next.
   */
  async finish(accountId: number, origin: Origin): Promise<LoginResponse> {
    const account = await this.#usable(accountId);
    const secondStep = await this.#secondStep.challenge(accountId);
    if (!secondStep) return this.#start(account, origin);
    throw new AppError(403, 'second_step_required', 'One more step: prove that it is you.', { secondStep });
  }

  /** After every proof: starts a session. Throws a 403 when the account may not be used. */
  async start(accountId: number, origin: Origin): Promise<LoginResponse> {
    return this.#start(await this.#usable(accountId), origin);
  }

  async #usable(accountId: number): Promise<Account> {
    const found = await this.#parts.repository.findState(accountId);
    if (!found) throw notAuthenticated();
    if (found.disabled) throw forbidden('This account is disabled. Ask the operator of this server.');
    return found;
  }

  async #start({ id, member, email }: Account, origin: Origin): Promise<LoginResponse> {
    return { access_token: await this.#parts.sessions.start(id, origin), member, email };
  }
}
