import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mail, Mailer } from '../../platform/mail/index.ts';
import { type LinkPurpose, MailLinksRepository, type NewLink } from './mail-links.repository.ts';
import { accountExistsMail, confirmationMail, passwordChangedMail, passwordResetMail } from './mails.ts';
import { hashSecret, newToken } from './secrets.ts';
import type { EndedSession } from './sessions.repository.ts';

const hourMs = 60 * 60_000;
/** How long a link is good for. */
export const linkLifetimeMs: Record<LinkPurpose, number> = {
  confirm: 24 * hourMs,
  email: 24 * hourMs,
  notify: 24 * hourMs,
  reset: hourMs,
  keep: 14 * 24 * hourMs,
};
const retryAfterSeconds = 60;

/** The mails of accounts, and the links in them that work once. */
export class MailLinks {
  readonly #repository: MailLinksRepository;
  readonly #clock: Clock;
  readonly #mailer: Mailer;
  readonly #baseUrl: () => string;

  constructor(options: { database: Database; clock: Clock; mailer: Mailer; baseUrl: () => string }) {
    this.#repository = new MailLinksRepository(options.database);
    this.#clock = options.clock;
    this.#mailer = options.mailer;
    this.#baseUrl = options.baseUrl;
  }

  /** True when accounts are used only after their address was confirmed. */
  get confirmationNeeded(): boolean {
    return this.#mailer.delivers;
  }

  /** Throws a 503 when the mail server cannot be reached. */
  async check(): Promise<void> {
    await orUnavailable(this.#mailer.check());
  }

  /** Throws a 503 when the mail could not be sent. */
  async send(mail: Mail): Promise<void> {
    await orUnavailable(this.#mailer.send(mail));
  }

  /** A mail with a link that confirms the address together with this password; earlier links go on working with theirs. */
  async newConfirmation(accountId: number, email: string, passwordHash: string): Promise<Mail> {
    const { token, ...link } = this.#newLink(accountId, 'confirm');
    await this.#repository.addConfirmation({ ...link, passwordHash });
    return confirmationMail(email, this.#page('/auth/confirmEmail', token), this.#page('/auth/reset-password'));
  }

  /** A mail with a new link; an earlier link stops working. */
  async newPasswordReset(accountId: number, email: string): Promise<Mail> {
    const { token, ...link } = this.#newLink(accountId, 'reset');
    await this.#repository.replaceReset(link);
    return passwordResetMail(email, this.#page('/auth/reset-password', token));
  }

  accountExists(email: string): Mail {
    return accountExistsMail(email, this.#page('/auth/login'), this.#page('/auth/reset-password'));
  }

  passwordChanged(email: string): Mail {
    return passwordChangedMail(email, this.#page('/auth/reset-password'));
  }

  /** The address that a link to choose a password went to; throws a 400 when it is unknown, used or expired. */
  async resetAddress(token: string): Promise<string> {
    const link = await this.#repository.find('reset', hashSecret(token), this.#now());
    if (!link) throw linkExpired();
    return link.email;
  }

  /** Confirms the address that a link went to, with the password of its sign-up; throws a 400 as `resetAddress` does. */
  async confirm(token: string): Promise<void> {
    if (!(await this.#repository.confirm(hashSecret(token), this.#now()))) throw linkExpired();
  }

  /** Sets a password and ends every session, all or nothing; throws a 400 as `resetAddress` does. */
  async reset(token: string, passwordHash: string): Promise<EndedSession[]> {
    const ended = await this.#repository.reset(hashSecret(token), passwordHash, this.#now());
    if (!ended) throw linkExpired();
    return ended;
  }

  /** Closes the connections to the mail server. */
  close(): void {
    this.#mailer.close();
  }

  async removeExpired(): Promise<void> {
    await this.#repository.removeExpired(this.#now());
  }

  #newLink(accountId: number, purpose: LinkPurpose): NewLink & { token: string } {
    const token = newToken();
    const expiresAt = new Date(this.#clock.now() + linkLifetimeMs[purpose]);
    return { accountId, token, tokenHash: hashSecret(token), expiresAt };
  }

  #now(): Date {
    return new Date(this.#clock.now());
  }

  #page(path: string, token?: string): string {
    return `${this.#baseUrl()}${path}${token ? `?token=${token}` : ''}`;
  }
}

const linkExpired = () =>
  new AppError(400, 'link_expired', 'This link has expired or was used already. Ask for a new one.');

const mailUnavailable = (cause: unknown) =>
  new AppError(503, 'unavailable', 'The server cannot send mail at the moment. Try again in a few minutes.', {
    cause,
    retryAfterSeconds,
  });

async function orUnavailable(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (cause) {
    throw mailUnavailable(cause);
  }
}
