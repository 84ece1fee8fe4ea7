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
    const { repository, hasher, throttle, sessions, mailLinks, background, now } = this.#parts;
    const { email } = await mailLinks.get('reset', token);
    checkPassword(password, email);
    const passwordHash = await hasher.hash(password);
    const accountId = await mailLinks.use('reset', token);
    await repository.setPassword(accountId, passwordHash);
    // The link went to the address, so it is confirmed as well.
    await repository.confirm(accountId, now());
    await sessions.endAll(accountId);
    await throttle.forgetGuessesOf(email);
    background.start('password changed mail', () => mailLinks.send(mailLinks.passwordChanged(email)));
  }
}
