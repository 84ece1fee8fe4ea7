import type { NotificationKind, ReceiptState } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { hashSecret, newToken } from '../../people/accounts/index.ts';
import type { ContactPoint, Contacts } from './contacts.service.ts';
import type { ClaimedDelivery, DeliveriesRepository, DeliveryRow } from './deliveries.repository.ts';
import { type MessageContent, topicOf } from './event.ts';
import type { EventsRepository } from './events.repository.ts';
import type { MessageRow } from './messages.repository.ts';

/** A link in a message is good for so long, and the page that it opened after each press. */
const linkMs = 3 * 24 * 3_600_000;
const pageMs = 30 * 60_000;

/** A message that somebody got, and may do something about. */
export interface ReceivedMessage extends Pick<MessageRow, 'id' | 'accountId' | 'severity' | 'at'> {
  readonly content: MessageContent;
  /** What its events have in common with later ones, such as `alert:310`. */
  readonly topics: readonly string[];
}

interface GivenTokens {
  readonly action: string | null;
  readonly receipt: string | null;
}

interface MessageTokensDeps {
  readonly deliveries: DeliveriesRepository;
  readonly contacts: Contacts;
  readonly events: EventsRepository;
  readonly clock: Clock;
  mayBeUsed(accountId: number): boolean;
}

/** Tokens with which the reader of a message may take action without a login. Only their hashes are stored. */
export class MessageTokens {
  readonly #deps: MessageTokensDeps;

  constructor(deps: MessageTokensDeps) {
    this.#deps = deps;
  }

  /** The tokens of a message that is sent now: for actions, where there is something to do about it, and for receipts of a browser. */
  async give(delivery: DeliveryRow, contact: ContactPoint, kind: NotificationKind): Promise<GivenTokens> {
    const isActionable = kind === 'active' && mayAct(contact);
    const isReported = contact.kind === 'push';
    if (!isActionable && !isReported) return { action: null, receipt: null };
    const token = newToken();
    await this.#deps.deliveries.setToken(delivery, hashSecret(token), this.#deps.clock.now() + linkMs);
    return { action: isActionable ? token : null, receipt: isReported ? token : null };
  }

  /** Notes what the reader of a message reports; false when the token is not good. */
  async report(token: string, state: ReceiptState): Promise<boolean> {
    const { deliveries, clock } = this.#deps;
    const found = await deliveries.findByToken(hashSecret(token), clock.now());
    if (!found || !(await this.#isReceivedBy(found))) return false;
    await deliveries.noteReceipt(found.delivery.id, state, clock.now());
    return true;
  }

  /** The message that a token stands for; undefined when it is unknown, used or over, or its contact is gone. */
  async find(token: string): Promise<ReceivedMessage | undefined> {
    const { deliveries, clock } = this.#deps;
    return this.#received(await deliveries.findByToken(hashSecret(token), clock.now()));
  }

  /**
   * The message of an account that a contact of it got and whose button is pressed, by the key that each attempt carries; undefined when it got
   * none such.
   */
  async findPressed(accountId: number, contact: string, messageKey: string): Promise<ReceivedMessage | undefined> {
    const { deliveries, clock } = this.#deps;
    const found = await deliveries.findByKey(accountId, messageKey);
    const message = found?.delivery.contact === contact ? await this.#received(found) : undefined;
    if (found && message) await deliveries.noteReceipt(found.delivery.id, 'read', clock.now());
    return message;
  }

  /**
   * Takes one action with a token, which is good for nothing afterwards, as are those of other attempts, and resolves with the next one. When `perform`
   * throws, all of them stay good.
   * Undefined when it was not.
   */
  async use<Result>(
    token: string,
    perform: (message: ReceivedMessage) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly token: string } | undefined> {
    const { deliveries, clock } = this.#deps;
    const now = clock.now();
    const tokenHash = hashSecret(token);
    const found = await deliveries.findByToken(tokenHash, now);
    const message = await this.#received(found);
    if (!found || !message) return undefined;
    const next = newToken();
    const nextHash = hashSecret(next);
    const nextTokens = { tokenHash: nextHash, tokenUntil: now + pageMs, earlierTokenHashes: [] };
    if (!(await deliveries.replaceToken({ tokenHash, now }, nextTokens))) return undefined;
    try {
      await deliveries.noteReceipt(found.delivery.id, 'read', now);
      return { result: await perform(message), token: next };
    } catch (error) {
      const { tokenUntil, earlierTokenHashes } = found.delivery;
      const before = { tokenHash: found.delivery.tokenHash, tokenUntil, earlierTokenHashes };
      await deliveries.replaceToken({ tokenHash: nextHash, now }, before);
      throw error;
    }
  }

  async #received(found: ClaimedDelivery | undefined): Promise<ReceivedMessage | undefined> {
    // A browser has tokens also of what there is nothing to do about.
    if (found?.message.kind !== 'active' || !(await this.#isReceivedBy(found))) return undefined;
    const { id, accountId, severity, at, content } = found.message;
    const named = (content as MessageContent).events.map(({ key }) => topicOf(key));
    // What it names may belong to a reminder by now, and what it does not name is known only as long as it does not.
    const topics = [...new Set([...named, ...(await this.#deps.events.topics(id))])];
    return { id, accountId, severity, at, content: content as MessageContent, topics };
  }

  /** Whether the contact that got it is still one of an account in use: a mail to an address that it has no more is good for nothing. */
  async #isReceivedBy({ delivery, message }: ClaimedDelivery): Promise<boolean> {
    const { contacts, mayBeUsed } = this.#deps;
    if (!mayBeUsed(message.accountId)) return false;
    const contact = (await contacts.of(message.accountId)).find(({ id }) => id === delivery.contact);
    return contact !== undefined && (contact.kind !== 'email' || contact.name === delivery.name);
  }
}

/** Further addresses may be other people's, who are only to know. */
const mayAct = ({ id, kind }: ContactPoint): boolean => id === 'email' || kind === 'push';
