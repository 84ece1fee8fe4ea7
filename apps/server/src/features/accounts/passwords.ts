import { notAuthenticated } from '../../platform/errors.ts';
import type { AccountParts } from './account-parts.ts';
import { checkPassword } from './sign-up.ts';

/** Lets people choose a new password: by a link to their address, or signed in. */
export class Passwords {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Sends a link if the address has an account; nothing in the answer or its time tells which. */
  async requestReset(email: string, address: string): Promise<void> {
    const { throttle, mailLinks, post, repository } = this.#parts;
    await throttle.mail(email, address);
    await post.check();
    post.later('password reset', async () => {
      const account = await repository.findByEmail(email);
      return account && !account.disabled ? mailLinks.newPasswordReset(account.id) : undefined;
    });
  }

  /** Throws a 400 for a weak password, which leaves the link usable, and for a used or expired link. Ends all sessions. */
  async reset(token: string, password: string): Promise<void> {
    const { hasher, throttle, sessions, mailLinks } = this.#parts;
    const { accountId, email } = await mailLinks.resetAddress(token);
    checkPassword(password, email);
    const passwordHash = await hasher.hash(password);
    sessions.ended(await mailLinks.reset(token, passwordHash));
    await throttle.forgetGuessesOf(email);
    this.#tell(accountId);
  }

  /** Sets the first or another password of somebody who is signed in; throws a 400 for a weak one. Ends all other sessions. */
  async change(account: { id: number; email: string; sessionId: number | null }, password: string): Promise<void> {
    const { hasher, throttle, sessions, repository } = this.#parts;
    if (account.sessionId === null) throw notAuthenticated();
    checkPassword(password, account.email);
    const passwordHash = await hasher.hash(password);
    sessions.ended(await repository.setPassword(account.id, passwordHash, account.sessionId));
    await throttle.forgetGuessesOf(account.email);
    this.#tell(account.id);
  }

  #tell(accountId: number): void {
    const { resetLink } = this.#parts.post;
    this.#parts.post.tell(accountId, 'passwordChanged', () => ({ resetLink }));
  }
}
