import type { AccountParts } from './account-parts.ts';
import { checkPassword } from './sign-up.ts';

/** Lets the owner of an address choose a new password. */
export class PasswordReset {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Sends a link if the address has an account; nothing in the answer or its time tells which. */
  async request(email: string, address: string): Promise<void> {
    const { throttle, mailLinks, background, repository } = this.#parts;
    await throttle.mail(email, address);
    await mailLinks.check();
    background.start('password reset', async () => {
      const account = await repository.findByEmail(email);
      if (account && !account.disabled) await mailLinks.send(await mailLinks.newPasswordReset(account.id, email));
    });
  }

  /** Throws a 400 for a weak password, which leaves the link usable, and for a used or expired link. Ends all sessions. */
  async reset(token: string, password: string): Promise<void> {
    const { hasher, throttle, sessions, mailLinks, background } = this.#parts;
    const email = await mailLinks.resetAddress(token);
    checkPassword(password, email);
    const passwordHash = await hasher.hash(password);
    sessions.ended(await mailLinks.reset(token, passwordHash));
    await throttle.forgetGuessesOf(email);
    background.start('password changed mail', () => mailLinks.send(mailLinks.passwordChanged(email)));
  }
}
