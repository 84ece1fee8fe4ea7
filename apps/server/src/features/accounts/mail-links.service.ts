import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Mail, Mailer } from '../../platform/mail/index.ts';
import { type LinkPurpose, MailLinksRepository } from './mail-links.repository.ts';
import { accountExistsMail, confirmationMail, passwordChangedMail, passwordResetMail } from './mails.ts';
import { hashSecret, newToken } from './secrets.ts';

const hourMs = 60 * 60_000;
/** How long a link is good for. */
export const linkLifetimeMs: Record<LinkPurpose, number> = { confirm: 24 * hourMs, reset: hourMs };
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

  /** A mail with a new link; an earlier link stops working. */
  async newConfirmation(accountId: number, email: string): Promise<Mail> {
    return confirmationMail(email, this.#page('/auth/confirmEmail', await this.#newLink(accountId, 'confirm')));
  }

  /** A mail with a new link; an earlier link stops working. */
  async newPasswordReset(accountId: number, email: string): Promise<Mail> {
    return passwordResetMail(email, this.#page('/auth/reset-password', await this.#newLink(accountId, 'reset')));
  }

  accountExists(email: string): Mail {
    return accountExistsMail(email, this.#page('/auth/login'), this.#page('/auth/reset-password'));
  }

  passwordChanged(email: string): Mail {
    return passwordChangedMail(email, this.#page('/auth/reset-password'));
  }

  /** Whose link it is; throws a 400 when it is unknown, used or expired. */
  async get(purpose: LinkPurpose, token: string): Promise<{ accountId: number; email: string }> {
    const link = await this.#repository.find(purpose, hashSecret(token), new Date(this.#clock.now()));
    if (!link) throw linkExpired();
    return link;
  }

  /** Uses a link up and answers whose it was; throws a 400 as `get` does. */
  async use(purpose: LinkPurpose, token: string): Promise<number> {
    const accountId = await this.#repository.use(purpose, hashSecret(token), new Date(this.#clock.now()));
    if (accountId === undefined) throw linkExpired();
    return accountId;
  }

  async removeExpired(): Promise<void> {
    await this.#repository.removeExpired(new Date(this.#clock.now()));
  }

  async #newLink(accountId: number, purpose: LinkPurpose): Promise<string> {
    const token = newToken();
    const expiresAt = new Date(this.#clock.now() + linkLifetimeMs[purpose]);
    await this.#repository.replace({ accountId, purpose, tokenHash: hashSecret(token), expiresAt });
    return token;
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
