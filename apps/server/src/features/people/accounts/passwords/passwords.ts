import type { ResetLinkResponse, RetainedCredentials } from '@cyno/contract';
import { AppError, because } from '../../../../platform/errors.ts';
import type { SessionOwner } from '../account.sql.ts';
import type { AccountParts } from '../account-parts.ts';
import { checkPassword } from '../signup/signup.ts';

/** Lets people choose a new password: by a link to their address, or signed in. */
export class Passwords {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /**
   * Sends a link if the address has an account; nothing in the response or its time reveals which. Without a mail server none is
   * made: it could reach nobody, and a file or a log that holds it opens the account to its readers.
   */
  async requestReset(email: string, address: string): Promise<void> {
    const { throttle, mailLinks, post, repository } = this.#parts;
    await throttle.mail(email, address);
    if (!post.delivers) return;
    await post.check();
    post.later('password reset', async () => {
      const account = await repository.findByEmail(email);
      return account && !account.disabled ? mailLinks.newPasswordReset(account.id) : undefined;
    });
  }

  /** A link for an administrator to hand over; throws a 409 where it is sent by mail. */
  async newResetLink(accountId: number): Promise<string> {
    const { mailLinks, post } = this.#parts;
    if (post.delivers)
      throw new AppError(409, 'conflict', 'This server sends mail. Send the link instead.', because('mail_available'));
    return mailLinks.newResetLink(accountId);
  }

  /** Whose link it is, and which ways in besides the password can be retained; throws a 400 for a used or expired link. */
  async describeReset(token: string): Promise<ResetLinkResponse> {
    const { accountId: _, ...described } = await this.#parts.mailLinks.findReset(token);
    return described;
  }

  /**
   * Throws a 400 for a weak password, which leaves the link usable, and for a used or expired link. Ends all sessions, and revokes
   * every other way in that is not retained: anyone who was in the account may have made it.
   */
  async reset(token: string, password: string, keep: RetainedCredentials): Promise<void> {
    const { hasher, throttle, sessions, accessTokens, mailLinks } = this.#parts;
    const { accountId, email } = await mailLinks.findReset(token);
    checkPassword(password, email);
    const passwordHash = await hasher.hash(password);
    const ended = await mailLinks.reset(token, passwordHash, keep);
    sessions.ended(ended.sessions);
    accessTokens.ended(ended.tokens);
    await throttle.forgetGuessesOf(email);
    this.#notify(accountId);
  }

  /**
   * Sets the first or another password of somebody who is signed in; throws a 400 for a weak one, and a 401 when the session has ended by now.
   * Ends all other sessions.
   */
  async change(account: SessionOwner & { email: string }, password: string): Promise<void> {
    const { hasher, throttle, sessions, repository } = this.#parts;
    checkPassword(password, account.email);
    const passwordHash = await hasher.hash(password);
    sessions.ended(await repository.setPassword(account, passwordHash));
    await throttle.forgetGuessesOf(account.email);
    this.#notify(account.id);
  }

  #notify(accountId: number): void {
    const { resetLink } = this.#parts.post;
    this.#parts.post.notify(accountId, 'passwordChanged', () => ({ resetLink }));
  }
}
