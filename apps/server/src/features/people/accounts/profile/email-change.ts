import { AppError, badRequest, because } from '../../../../platform/errors.ts';
import type { RequestAccount } from '../../../../platform/http/index.ts';
import type { AddressChange } from '../account.sql.ts';
import type { AccountParts } from '../account-parts.ts';
import { stranger, writeMail } from '../mails/mails.ts';

/** Who requests another address. */
type EmailChangeRequest = Pick<RequestAccount, 'id' | 'email' | 'member' | 'sessionId'>;

/** Gives accounts another e-mail address. */
export class EmailChange {
  readonly #parts: AccountParts;
  /** Whether people may log in through another service, which provides their address. */
  readonly #hasProviders: boolean;

  constructor(parts: AccountParts, { hasProviders }: { hasProviders: boolean }) {
    this.#parts = parts;
    this.#hasProviders = hasProviders;
  }

  /**
   * Sends a link to the new address and a note to the old one. Without a mail server the address changes at once, unless people may log
   * in through another service, which would then find an address that nobody proved: a 409. An address that has an account gets the
   * same response; its owner is notified where mail is sent. Throws a 401 when the session has ended by now.
   */
  async request(account: EmailChangeRequest, email: string, address: string): Promise<'sent' | 'not_required'> {
    const { throttle, mailLinks, post, repository } = this.#parts;
    if (email === account.email)
      throw badRequest('This is your address already.', {
        ...because('own_address'),
        fields: { email: 'Type another address.' },
      });
    if (!post.delivers && this.#hasProviders) throw cannotBeProved();
    await throttle.mail(email, address);
    if (!post.delivers) {
      await this.#changeAtOnce(account, email);
      return 'not_required';
    }
    await post.check();
    // Also for a taken address: the profile shows what waits, and must not reveal it either.
    const write = await mailLinks.newEmailChange(account, email);
    post.later('address change', async () => {
      const owner = await repository.findByEmail(email);
      if (!owner?.confirmed) return write();
      const to = (await repository.findRecipient(owner.id)) ?? stranger(email);
      return writeMail(to, 'addressTaken', {}, post.page('/auth/login'));
    });
    const { resetLink } = post;
    post.notify(account.id, 'addressChanging', () => ({ newEmail: email, resetLink }));
    return 'sent';
  }

  /** Administrators see who has an account, so the response names the taken address to them only. */
  async #changeAtOnce(account: EmailChangeRequest, email: string): Promise<void> {
    const { repository, now } = this.#parts;
    const changed = await repository.changeEmail(account, email, now());
    if (!changed && account.member === 'admin') throw addressTaken();
  }

  /** Forgets the address that waits, and its link. */
  async cancel(accountId: number): Promise<void> {
    await this.#parts.mailLinks.cancelEmailChange(accountId);
  }

  /** Notifies the old address that it was replaced. */
  async changed({ accountId, oldEmail, newEmail }: AddressChange): Promise<void> {
    const { post, repository } = this.#parts;
    const owner = await repository.findRecipient(accountId);
    if (owner) post.notify({ ...owner, email: oldEmail }, 'addressChanged', () => ({ newEmail }));
  }
}

const cannotBeProved = () =>
  new AppError(
    409,
    'not_configured',
    'This server sends no mail, so it cannot check that a new address is yours. Ask its administrator to set up mail.',
    because('mail_needed'),
  );

const addressTaken = () => new AppError(409, 'conflict', 'Another account has this address.', because('address_taken'));
