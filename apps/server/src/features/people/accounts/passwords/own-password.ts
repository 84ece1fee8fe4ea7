import { AppError, because, notAuthenticated } from '../../../../platform/errors.ts';
import type { RequestAccount } from '../../../../platform/http/index.ts';
import type { AccountParts } from '../account-parts.ts';

/** Checks the password of somebody who is signed in already. */
export class OwnPassword {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /**
   * Throws a 401 `wrong_credentials`, which ends no session, a 429 after too many guesses, and a 400 `not_configured` when the account
   * has no password.
   */
  async check({ id, email, sessionId }: RequestAccount, password: string, address: string): Promise<void> {
    const { repository, hasher, throttle } = this.#parts;
    const account = await repository.findPassword(id);
    if (!account) throw notAuthenticated();
    if (account.passwordHash === null) {
      const sentence = 'Your account has no password. Log out and in again to prove that it is you.';
      throw new AppError(400, 'not_configured', sentence, because('no_password'));
    }
    // Anyone who has a session is where the owner is known to be: a guess here locks nobody out elsewhere.
    const inSession = sessionId === null ? null : await throttle.guessInSession(sessionId);
    const guess = await throttle.guessOf(email, address);
    if (!(await hasher.verify(password, account.passwordHash))) {
      throw new AppError(
        401,
        'wrong_credentials',
        'That is not the password of your account.',
        because('wrong_password'),
      );
    }
    await Promise.all([guess.forgive(), inSession?.forgive()]);
  }

  /** Notes that anyone who uses the session typed the right password; throws as `check`. */
  async prove(account: RequestAccount & { sessionId: number }, password: string, address: string): Promise<void> {
    await this.check(account, password, address);
    await this.#parts.sessions.prove(account.sessionId);
  }
}
