import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError, because } from '../../../../platform/errors.ts';
import type { Mail, Mailer } from '../../../../platform/mail/index.ts';
import type { AccountsRepository } from '../accounts.repository.ts';
import type { Background } from '../background.ts';
import { linkFragment } from './link-fragment.ts';
import type { MailCatalogue } from './mail-catalogue.ts';
import { type Recipient, writeMail } from './mails.ts';

type Mails = MailCatalogue['mails'];

const retryAfterSeconds = 60;
/** Anyone who uses an account could cause endless mails, and keep the mails of others waiting. */
const maxMailsPerHour = { points: 30, duration: 3600 };

/** Sends the mails of accounts. */
export class Post {
  readonly #mailer: Mailer;
  readonly #repository: AccountsRepository;
  readonly #background: Background;
  readonly #baseUrl: () => string;
  readonly #sent = new RateLimiterMemory(maxMailsPerHour);

  constructor(options: {
    mailer: Mailer;
    repository: AccountsRepository;
    background: Background;
    baseUrl: () => string;
  }) {
    this.#mailer = options.mailer;
    this.#repository = options.repository;
    this.#background = options.background;
    this.#baseUrl = options.baseUrl;
  }

  /** False: mail is written to files and reaches nobody, so addresses need no confirmation. */
  get delivers(): boolean {
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

  /** Sends after the response; throws a 503 when too many wait. */
  later(name: string, write: () => Promise<Mail | undefined>): void {
    this.#background.start(name, async () => {
      const mail = await write();
      if (mail) await this.send(mail);
    });
  }

  /**
   * Mails somebody what happened, after the response. What happened does not fail when that does; and where no mail is sent, only
   * what has a link is written. Without a link it is 30 mails an hour for an account at most.
   */
  notify<Kind extends keyof Mails>(
    to: number | Recipient,
    kind: Kind,
    values: (to: Recipient) => Parameters<Mails[Kind]>[0],
    link?: string,
  ): void {
    if (!this.delivers && link === undefined) return;
    this.#background.attempt(`${kind} mail`, async () => {
      if (link === undefined && typeof to === 'number' && !(await this.#maySend(to))) return;
      const recipient = typeof to === 'number' ? await this.#repository.findRecipient(to) : to;
      if (recipient) await this.#mailer.send(writeMail(recipient, kind, values(recipient), link));
    });
  }

  #maySend(accountId: number): Promise<boolean> {
    return this.#sent.consume(accountId).then(
      () => true,
      () => false,
    );
  }

  /** The address of a page of the web app, with a link's token. */
  page(path: string, token?: string): string {
    return `${this.#baseUrl()}${path}${token ? linkFragment(token) : ''}`;
  }

  get resetLink(): string {
    return this.page('/auth/reset-password');
  }

  /** Closes the connections to the mail server. */
  close(): void {
    this.#mailer.close();
  }
}

const mailUnavailable = (cause: unknown) =>
  new AppError(503, 'unavailable', 'The server cannot send mail at the moment. Try again in a few minutes.', {
    ...because('mail_unavailable'),
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
