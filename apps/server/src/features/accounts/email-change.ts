import { AppError, badRequest } from '../../platform/errors.ts';
import type { AddressChange } from './account.sql.ts';
import type { AccountParts } from './account-parts.ts';
import { stranger, writeMail } from './mails/mails.ts';

/** Gives accounts another e-mail address. */
export class EmailChange {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /**
   * Sends a link to the new address and a note to the old one; without a mail server the address changes at once. An address that has
   * an account is answered in the same way, and its owner is told; only without a mail server that is a 409.
   */
  async request(
    account: { id: number; email: string },
    email: string,
    address: string,
  ): Promise<'sent' | 'not_required'> {
    const { throttle, mailLinks, post, repository, now } = this.#parts;
    if (email === account.email) throw badRequest('This is your address already.', { email: 'Type another address.' });
    await throttle.mail(email, address);
    if (!post.delivers) {
      if (!(await repository.changeEmail(account.id, email, now()))) throw addressTaken();
      return 'not_required';
    }
    await post.check();
    // Also for a taken address: the profile shows what waits, and must not tell either.
    const write = await mailLinks.newEmailChange(account.id, email);
    post.later('address change', async () => {
      const owner = await repository.findByEmail(email);
      if (!owner?.confirmed) return write();
      const to = (await repository.findRecipient(owner.id)) ?? stranger(email);
      return writeMail(to, 'addressTaken', {}, post.page('/auth/login'));
    });
    const { resetLink } = post;
    post.tell(account.id, 'addressChanging', () => ({ newEmail: email, resetLink }));
    return 'sent';
  }

  /** Forgets the address that waits, and its link. */
  async cancel(accountId: number): Promise<void> {
    await this.#parts.mailLinks.cancelEmailChange(accountId);
  }

  /** Tells the old address that it is the old one now. */
  async changed({ accountId, oldEmail, newEmail }: AddressChange): Promise<void> {
    const { post, repository } = this.#parts;
    const owner = await repository.findRecipient(accountId);
    if (owner) post.tell({ ...owner, email: oldEmail }, 'addressChanged', () => ({ newEmail }));
  }
}

const addressTaken = () => new AppError(409, 'conflict', 'Another account has this address.');
