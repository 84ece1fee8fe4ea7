import type { AccountsRepository, Administrator } from '../accounts.repository.ts';
import type { SecurityChange } from './mail-catalogue.ts';
import { instantFor, type Recipient, stranger, writeMail } from './mails.ts';
import { type Offer, writeOffer } from './offer-mail.ts';
import type { Post } from './post.ts';

/** The mails of other parts of the server, each in the language of its reader. */
export class Notices {
  readonly #repository: AccountsRepository;
  readonly #post: Post;

  constructor({ repository, post }: { repository: AccountsRepository; post: Post }) {
    this.#repository = repository;
    this.#post = post;
  }

  /** Notifies the owner of an account of a change to how it is entered, in case that it was somebody else. */
  security(accountId: number, change: SecurityChange): void {
    const { resetLink } = this.#post;
    this.#post.notify(accountId, 'security', () => ({ change, resetLink }));
  }

  /** Notifies the owner of an account that its export can be fetched until then, ms since the epoch. */
  exportReady(accountId: number, until: number): void {
    if (!this.#post.delivers) return;
    this.#post.notify(
      accountId,
      'exportReady',
      (to) => ({ until: instantFor(to, until) }),
      this.#post.page('/profile'),
    );
  }

  /**
   * Mails a notification to an address of an account. `link`: the address of a page; `actionLink`: of the one on which
   * its reader may take action without a login; `mayOperate`: more than to acknowledge; `messageKey`: the same when it is sent again.
   * Throws a 503 when the mail server did not take it, with its error as the cause.
   */
  async notification(
    accountId: number,
    mail: {
      to: string;
      subject: string;
      lines: readonly string[];
      link: string;
      actionLink: string | null;
      mayOperate: boolean;
      messageKey: string;
    },
  ): Promise<void> {
    const owner = await this.#repository.findRecipient(accountId);
    if (!owner) return;
    const { subject, lines, link, actionLink, mayOperate, messageKey } = mail;
    const recipient = mail.to === owner.email ? owner : { ...owner, email: mail.to, name: null };
    const mayAct = actionLink !== null;
    const values = { subject, lines: mayAct ? [...lines, link] : lines, owner: owner.email, mayAct, mayOperate };
    const letter = writeMail(recipient, 'notification', values, actionLink ?? link);
    await this.#post.send({ ...letter, messageId: `<${messageKey}@${new URL(link).hostname}>` });
  }

  /** Sends the link of an invitation, which is good until then (ms since the epoch); throws a 503 when mail cannot be sent now. */
  async invitation({ to, link, until }: { to: string; link: string; until: number }): Promise<void> {
    const recipient = stranger(to);
    await this.#post.send(writeMail(recipient, 'invitation', { until: instantFor(recipient, until) }, link));
  }

  /** Mails an address what is offered to it, after the response; throws a 503 when too many mails wait. */
  offer(offer: Offer): void {
    this.#post.later('offer', () => writeOffer(this.#repository, this.#post, offer));
  }

  /** Claims of boards: the present holder, and who claims them, are notified. */
  readonly claims = {
    claimed: (holderId: number, claim: { espid: string; name: string; until: number }): void => {
      const page = this.#post.page(`/device/${encodeURIComponent(claim.espid)}/Overview`);
      const values = (to: Recipient) => ({ ...claim, until: instantFor(to, claim.until) });
      this.#post.notify(holderId, 'boardClaimed', values, page);
    },
    lost: (holderId: number, claim: { espid: string; name: string }): void => {
      this.#post.notify(holderId, 'boardLost', () => claim);
    },
    decided: (claimantId: number, claim: { espid: string; granted: boolean }): void => {
      this.#post.notify(claimantId, 'claimDecided', () => claim);
    },
  };

  /** Those who run the server; disabled accounts are left out. */
  administrators(): Promise<Administrator[]> {
    return this.#repository.administrators();
  }

  /** Mails an administrator about the server, also while the database is away. */
  toAdministrator(to: Recipient, mail: { subject: string; lines: readonly string[]; page: string }): void {
    if (!this.#post.delivers) return;
    const { subject, lines, page } = mail;
    const values = { subject, lines, owner: to.email, mayAct: false, mayOperate: false };
    this.#post.notify(to, 'notification', () => values, this.#post.page(page));
  }

  /** Notifies a former owner of who has the device now. */
  handedOver(accountId: number, handed: { newOwner: string; name: string }): void {
    this.#post.notify(accountId, 'handedOver', () => handed);
  }
}
