import type { ChatService } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { isUniqueViolation } from '../../../platform/database/index.ts';
import type { StoredTarget } from './channels/index.ts';
import type { Attempt } from './channels/result.ts';
import type { ContactPointRow, ContactsRepository } from './contacts.repository.ts';
import type { OutgoingMessage } from './event.ts';

/** How messages reach the chats of a service. */
export interface ChatChannel {
  /** Why nothing is sent until somebody changes the settings, as a sentence; null: messages are sent. */
  readonly problem: string | null;
  /** Sends a message to a chat of an account once; resolves with what came of it. */
  send(chat: string, message: OutgoingMessage, accountId: number): Promise<Attempt>;
}

/** A chat that joins an account. */
export interface JoiningChat {
  readonly service: ChatService;
  /** How its service names it. */
  readonly chat: string;
  readonly name: string;
  /** Who joined it, as its service names people. */
  readonly by: string;
  /** What people see besides the name, such as `@narin`. */
  readonly place: string;
}

/** A chat that is a contact of an account. */
export interface ChatContact {
  readonly accountId: number;
  /** `contact-7` */
  readonly id: string;
  readonly by: string;
}

/** The chats that get messages of accounts. What a chat may do ends with its row. */
export class ChatContacts {
  readonly #rows: ContactsRepository;
  readonly #clock: Clock;
  readonly #channels = new Map<ChatService, ChatChannel>();

  constructor({ contactRows, clock }: { contactRows: ContactsRepository; clock: Clock }) {
    this.#rows = contactRows;
    this.#clock = clock;
  }

  /** Sets what sends to the chats of a service. */
  use(service: ChatService, channel: ChatChannel): void {
    this.#channels.set(service, channel);
  }

  /** Throws when the server has no such service. */
  channel(service: ChatService): ChatChannel {
    const channel = this.#channels.get(service);
    if (!channel) throw new RangeError(`There is no channel for ${service}`);
    return channel;
  }

  /** Undefined when the chat is connected to no account (any more). */
  async find(service: ChatService, chat: string): Promise<ChatContact | undefined> {
    const row = await this.#rows.ofChat(service, chat);
    return row && asChatContact(row);
  }

  /** Makes a chat a contact. `taken`: it is one already; `too-many`: the account has as many as it can have. */
  async join(accountId: number, joining: JoiningChat): Promise<ChatContact | 'taken' | 'too-many'> {
    const { service, chat, name, by, place } = joining;
    try {
      const row = await this.#rows.add({
        accountId,
        kind: service,
        name,
        target: { chat, by, place },
        createdAt: this.#clock.now(),
      });
      return row ? asChatContact(row) : 'too-many';
    } catch (error) {
      if (isUniqueViolation(error)) return 'taken';
      throw error;
    }
  }

  /** Nothing is sent there from now on, and nothing is done that comes from there. */
  async leave({ accountId, id }: ChatContact): Promise<void> {
    await this.#rows.remove(accountId, Number(id.slice(idPrefix.length)));
    await this.#rows.works(accountId, id);
  }

  /** Sends a message to a chat of an account once. */
  async send(
    { kind, target }: { readonly kind: ChatService; readonly target: StoredTarget },
    message: OutgoingMessage,
    accountId: number,
  ): Promise<Attempt> {
    if (target.blocked === 'yes') return blocked;
    return this.channel(kind).send(target.chat ?? '', message, accountId);
  }

  /**
   * Notes whether messages reach a chat, where its service reports that and nothing else: one that is blocked takes them without a word. What
   * happened at an earlier instant than what is known (ms since the epoch) changes nothing.
   */
  reached(service: ChatService, chat: string, { isBlocked, at }: { isBlocked: boolean; at: number }): Promise<void> {
    return this.#rows.blockChat(service, chat, { isBlocked, at });
  }

  move(service: ChatService, from: string, to: string): Promise<void> {
    return this.#rows.moveChat(service, from, to);
  }
}

const blocked: Attempt = {
  ok: false,
  result: 'The chat blocked or removed the account that sends messages. Unblock it there, or connect the chat again.',
  isFinal: true,
  retryAfterSeconds: null,
};

const idPrefix = 'contact-';
const asChatContact = ({ accountId, id, target }: ContactPointRow): ChatContact => ({
  accountId,
  id: `${idPrefix}${id}`,
  by: target.by ?? '',
});
