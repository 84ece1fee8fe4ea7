import type { ResetLinkResponse, RetainedCredentials } from '@cyno/contract';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { AppError, because, notAuthenticated } from '../../../../platform/errors.ts';
import type { Mail } from '../../../../platform/mail/index.ts';
import type { SessionOwner } from '../account.sql.ts';
import type { AccountsRepository } from '../accounts.repository.ts';
import type { EndedProofs } from '../login/ways-in.sql.ts';
import { hashSecret, newToken } from '../secrets.ts';
import { type ConfirmedLink, type LinkPurpose, MailLinksRepository, type NewLink } from './mail-links.repository.ts';
import { type Recipient, stranger, writeMail } from './mails.ts';
import type { Post } from './post.ts';

/** Whom a mail is for, of whom little is known yet. */
type Reader = Pick<Recipient, 'email' | 'language'>;

const hourMs = 60 * 60_000;
/** How long a link is good for; one that cancels a deletion works until then. */
export const linkLifetimeMs: Record<Exclude<LinkPurpose, 'keep'>, number> = {
  confirm: 24 * hourMs,
  email: 24 * hourMs,
  notify: 24 * hourMs,
  reset: hourMs,
};

const confirmPage = '/auth/confirmEmail';
/** Where a new password is chosen. */
export const resetPage = '/auth/reset-password';

/** The links that go by mail, each good for one use. */
export class MailLinks {
  readonly #repository: MailLinksRepository;
  readonly #accounts: AccountsRepository;
  readonly #clock: Clock;
  readonly #post: Post;

  constructor(options: { database: Database; accounts: AccountsRepository; clock: Clock; post: Post }) {
    this.#repository = new MailLinksRepository(options.database);
    this.#accounts = options.accounts;
    this.#clock = options.clock;
    this.#post = options.post;
  }

  /** A mail with a link that confirms the address together with this password; earlier links continue working with theirs. */
  async newConfirmation(accountId: number, reader: Reader, passwordHash: string): Promise<Mail> {
    const { token, ...link } = this.prepareConfirmation();
    await this.#repository.addConfirmation({ ...link, accountId, passwordHash });
    return this.confirmation(reader, token);
  }

  /** A link for `confirmation` that is still to be stored. */
  prepareConfirmation(): Omit<NewLink, 'accountId'> & { token: string } {
    return this.#newToken('confirm');
  }

  /** The mail with a link of `prepareConfirmation`. */
  confirmation({ email, language }: Reader, token: string): Mail {
    const { resetLink } = this.#post;
    return writeMail({ ...stranger(email), language }, 'confirm', { resetLink }, this.#post.page(confirmPage, token));
  }

  /** A mail with a new link; earlier ones work until one of them is used. */
  async newPasswordReset(accountId: number): Promise<Mail> {
    const { token, ...link } = this.#newLink(accountId, 'reset');
    const owner = await this.#owner(accountId);
    await this.#repository.replace('reset', { ...link, email: owner.email });
    return writeMail(owner, 'reset', {}, this.#post.page(resetPage, token));
  }

  /** A link to choose a password, for an administrator to hand over; an earlier one stops working. It proves no address. */
  async newResetLink(accountId: number): Promise<string> {
    const { token, ...link } = this.#newLink(accountId, 'reset');
    await this.#repository.replace('reset', link);
    return this.#post.page(resetPage, token);
  }

  /**
   * A link to take an address; earlier ones of the account stop working. Returns how to write its mail. Throws a 401 when the session that
   * requests it has ended.
   */
  async newEmailChange(owner: SessionOwner, email: string): Promise<() => Promise<Mail>> {
    const { token, ...link } = this.#newLink(owner.id, 'email');
    await this.#repository.replace('email', { ...link, email }, owner);
    return async () => {
      const { email: oldEmail, language } = await this.#owner(owner.id);
      const page = this.#post.page(confirmPage, token);
      return writeMail({ ...stranger(email), language }, 'confirmNewAddress', { oldEmail }, page);
    };
  }

  async cancelEmailChange(accountId: number): Promise<void> {
    await this.#repository.remove('email', accountId);
  }

  /** A mail to an address that is to get alerts; an earlier link for it stops working. */
  async newNotification(accountId: number, email: string): Promise<Mail> {
    const { token, ...link } = this.#newLink(accountId, 'notify');
    await this.#repository.replace('notify', { ...link, email });
    const { email: owner, language } = await this.#owner(accountId);
    const page = this.#post.page(confirmPage, token);
    return writeMail({ ...stranger(email), language }, 'confirmNotification', { owner }, page);
  }

  /** The token of a link that cancels a deletion; earlier ones continue working. */
  async newCancelDeletion(accountId: number, expiresAt: Date): Promise<string> {
    const token = newToken();
    await this.#repository.addCancelDeletion({ accountId, tokenHash: hashSecret(token), expiresAt });
    return token;
  }

  accountExists(owner: Recipient): Mail {
    return writeMail(owner, 'accountExists', { resetLink: this.#post.resetLink }, this.#post.page('/auth/login'));
  }

  /** Whose link to choose a password it is, and their other ways in; throws a 400 when it is unknown, used or expired. */
  async findReset(token: string): Promise<ResetLinkResponse & { accountId: number }> {
    const link = await this.#repository.findReset(hashSecret(token), this.#now());
    if (!link) throw linkExpired();
    return link;
  }

  /** Confirms the address that a link went to, for what it was sent; throws a 400 as `findReset` does. */
  async confirm(token: string): Promise<ConfirmedLink> {
    const confirmed = await this.#repository.confirm(hashSecret(token), this.#now());
    if (!confirmed) throw linkExpired();
    return confirmed;
  }

  /** Sets a password and ends every session and what is not retained, all or nothing; throws a 400 as `findReset` does. */
  async reset(token: string, passwordHash: string, keep: RetainedCredentials): Promise<EndedProofs> {
    const ended = await this.#repository.reset(hashSecret(token), { passwordHash, keep, now: this.#now() });
    if (!ended) throw linkExpired();
    return ended;
  }

  /** Cancels the deletion of an account and returns the account; throws a 400 as `findReset` does. */
  async cancelDeletion(token: string): Promise<number> {
    const accountId = await this.#repository.cancelDeletion(hashSecret(token), this.#now());
    if (accountId === undefined) throw linkExpired();
    return accountId;
  }

  async removeExpired(): Promise<void> {
    await this.#repository.removeExpired(this.#now());
  }

  /** The account may have gone in this moment. */
  async #owner(accountId: number): Promise<Recipient> {
    const owner = await this.#accounts.findRecipient(accountId);
    if (!owner) throw notAuthenticated();
    return owner;
  }

  #newLink(accountId: number, purpose: keyof typeof linkLifetimeMs): NewLink & { token: string } {
    return { accountId, ...this.#newToken(purpose) };
  }

  #newToken(purpose: keyof typeof linkLifetimeMs): Omit<NewLink, 'accountId'> & { token: string } {
    const token = newToken();
    const expiresAt = new Date(this.#clock.now() + linkLifetimeMs[purpose]);
    return { token, tokenHash: hashSecret(token), expiresAt };
  }

  #now(): Date {
    return new Date(this.#clock.now());
  }
}

const linkExpired = () =>
  new AppError(
    400,
    'link_expired',
    'This link has expired or was used already. Ask for a new one.',
    because('link_used'),
  );
