import type { ChatService, Language } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import { accountRequester, runFor } from '../../../platform/requester.ts';
import type { Counter } from '../../../platform/throttle/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { ChatContact, ChatContacts, JoiningChat } from '../notifications/index.ts';
import type { ChatCommands } from './commands/chat-commands.ts';
import { type ChatReply, type ReportLater, textReply } from './commands/reply.ts';
import { readRequest } from './commands/typed-request.ts';
import type { JoinCodes } from './joining/join-codes.ts';
import { type ChatTexts, chatTexts, inEachLanguage } from './texts/index.ts';

/** A request fits into far less; what is longer is not looked at. */
const maxTextLength = 300;
/** What is older when it comes was meant for a server that did not run: nobody expects it to happen now. */
const tooLateMs = 2 * 60_000;

/** Where something was written, and by whom, as the service names them. */
export interface ChatPlace {
  readonly service: ChatService;
  readonly chat: string;
  /** Several people read it. */
  readonly isGroup: boolean;
  readonly from: string;
}

/** What people see of a chat: its name, and what stands beside it, such as `@narin`. */
export type ChatDescription = Pick<JoiningChat, 'name' | 'place'>;

/** A text, or the data of a button. */
export interface ChatInput {
  readonly content: string;
  /** When it was written or pressed, in ms since the epoch. */
  readonly at: number;
  readonly later: ReportLater;
}

interface ConversationsDeps {
  readonly contacts: Pick<ChatContacts, 'find' | 'join' | 'leave'>;
  readonly codes: Pick<JoinCodes, 'take'>;
  readonly commands: ChatCommands;
  readonly accounts: Pick<Accounts, 'find' | 'languageOf' | 'changes'>;
  readonly clock: Clock;
  /** What is written in one chat; in all chats of an account; and in all chats that are connected to none. */
  readonly budgets: { readonly chat: Taking; readonly account: Taking; readonly strangers: Taking };
}
type Taking = Pick<Counter, 'take'>;
type Handle = (
  contact: ChatContact,
  reader: { readonly language: Language; readonly later: ReportLater },
) => Promise<ChatReply | null>;

/**
 * The one place that decides who may request something from a chat: the account that the chat is connected to now, in a group only through
 * the person who connected it. Everybody else learns nothing.
 */
export class Conversations {
  readonly #deps: ConversationsDeps;
  /** Requests of one chat in their order. */
  readonly #queue = new KeyedQueue<string>();

  constructor(deps: ConversationsDeps) {
    this.#deps = deps;
  }

  /** Responds to what somebody wrote; null: with nothing. */
  written(place: ChatPlace, input: ChatInput): Promise<ChatReply | null> {
    return this.#handle(place, input.later, async (contact, reader) => {
      const texts = chatTexts[reader.language];
      if (place.isGroup && place.from !== contact.by) return null;
      if (this.#isLate(input)) return textReply(texts.tooLate);
      const text = input.content;
      if (text.length > maxTextLength) return textReply(texts.tooLong(maxTextLength));
      if (readRequest(text).kind === 'stop') return this.#stop(contact, texts);
      return this.#deps.commands.written(text, { ...reader, accountId: contact.accountId, contact: contact.id });
    });
  }

  /** Responds to a button that somebody pressed. */
  pressed(place: ChatPlace, input: ChatInput): Promise<ChatReply | null> {
    return this.#handle(place, input.later, async (contact, reader) => {
      const texts = chatTexts[reader.language];
      if (place.isGroup && place.from !== contact.by) return textReply(texts.onlyJoiner);
      if (this.#isLate(input)) return textReply(texts.tooLate);
      const { accountId, id } = contact;
      return this.#deps.commands.pressed(input.content, { ...reader, accountId, contact: id });
    });
  }

  /** Connects a chat with the account that has the code. */
  async join(place: ChatPlace, code: string, describe: () => Promise<ChatDescription>): Promise<ChatReply | null> {
    const { contacts, codes, accounts } = this.#deps;
    const refusal = await this.#flood(place);
    if (refusal !== undefined) return refusal;
    // Before the code is used up, so that it can be used where it was meant.
    const present = await contacts.find(place.service, place.chat);
    const accountId = present ? undefined : await codes.take(place.service, code);
    if (present) return this.#alreadyConnected(present);
    const account = accountId === undefined ? undefined : await accounts.find(accountId);
    if (!account || !accounts.changes.mayBeUsed(account.id)) return textReply(inEachLanguage((each) => each.wrongCode));
    const texts = chatTexts[await accounts.languageOf(account.id)];
    const joined = await contacts.join(account.id, { ...place, ...(await describe()), by: place.from });
    if (joined === 'taken') return textReply(texts.alreadyConnected);
    if (joined === 'too-many') return textReply(texts.tooManyContacts);
    return textReply(place.isGroup ? texts.groupConnected : texts.connected(account.email));
  }

  async #alreadyConnected({ accountId }: ChatContact): Promise<ChatReply> {
    return textReply(chatTexts[await this.#deps.accounts.languageOf(accountId)].alreadyConnected);
  }

  #isLate({ at }: ChatInput): boolean {
    return this.#deps.clock.now() - at > tooLateMs;
  }

  async #handle(place: ChatPlace, later: ReportLater, handle: Handle): Promise<ChatReply | null> {
    const refusal = await this.#flood(place);
    if (refusal !== undefined) return refusal;
    return this.#queue.run(`${place.service} ${place.chat}`, async () => {
      const { contacts, accounts, budgets } = this.#deps;
      const contact = await contacts.find(place.service, place.chat);
      if (!contact) return this.#stranger(place);
      const { accountId } = contact;
      if (!accounts.changes.mayBeUsed(accountId)) return null;
      const left = await leftOf(budgets.account, String(accountId));
      if (left === null) return null;
      const language = await accounts.languageOf(accountId);
      if (left === 0) return textReply(chatTexts[language].accountFlood);
      const reader = { language, later: this.#whileConnected(place, contact, later) };
      return runFor(accountRequester(accountId), () => handle(contact, reader));
    });
  }

  /** What is known later is nothing for a chat that was removed in the meantime. */
  #whileConnected(place: ChatPlace, { accountId, id }: ChatContact, later: ReportLater): ReportLater {
    return (text) => {
      void this.#deps.contacts.find(place.service, place.chat).then(
        (now) => {
          if (now?.accountId === accountId && now.id === id) later(text);
        },
        () => undefined,
      );
    };
  }

  async #stop(contact: ChatContact, { disconnected }: ChatTexts): Promise<ChatReply> {
    await this.#deps.contacts.leave(contact);
    return textReply(disconnected);
  }

  /** Strangers learn that there is a server, which they know, and nothing else. */
  async #stranger({ isGroup }: ChatPlace): Promise<ChatReply | null> {
    if (isGroup || (await leftOf(this.#deps.budgets.strangers, 'all')) === null) return null;
    return textReply(inEachLanguage(({ notConnected }) => notConnected));
  }

  /** Undefined: the chat may continue. */
  async #flood({ service, chat }: ChatPlace): Promise<ChatReply | null | undefined> {
    const left = await leftOf(this.#deps.budgets.chat, `${service} ${chat}`);
    if (left === null) return null;
    return left === 0 ? textReply(inEachLanguage(({ flood }) => flood)) : undefined;
  }
}

/** Null: there were too many. */
const leftOf = (budget: Taking, key: string): Promise<number | null> =>
  budget.take(key).then(
    ({ left }) => left,
    () => null,
  );
