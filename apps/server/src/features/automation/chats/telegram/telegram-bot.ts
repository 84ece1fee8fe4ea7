import { setTimeout as pause } from 'node:timers/promises';
import { type ChatServiceStatus, languageCodes } from '@cyno/contract';
import type { Api } from 'grammy';
import type { CallbackQuery, InlineKeyboardMarkup, Message, Update } from 'grammy/types';
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { ChatContacts } from '../../notifications/index.ts';
import { chatName } from '../commands/chat-name.ts';
import type { ChatReply } from '../commands/reply.ts';
import { sendInOrder } from '../commands/send-in-order.ts';
import type { ChatDescription, ChatPlace, Conversations } from '../conversations.ts';
import { chatTexts } from '../texts/index.ts';
import { keyOf, sendText } from './telegram-channel.ts';
import { notReached, wrongToken } from './telegram-problems.ts';
import { refusalOf } from './telegram-sdk.ts';
import { plainText } from './telegram-text.ts';

/** A reply that came too soon for Telegram is sent again after what it requests, up to this. */
const longestRetrySeconds = 30;
/** Its name is requested again after a failure, but not more often. */
const retryNameMs = 10_000;

interface BotDeps {
  readonly api: Api;
  readonly conversations: Conversations;
  readonly contacts: Pick<ChatContacts, 'move'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The installation's bot at Telegram: who it is, and what it does with what is written to it. */
export class TelegramBot {
  readonly #deps: BotDeps;
  readonly #stopping = new AbortController();
  #me: { readonly id: number; readonly username: string } | undefined;
  #failure: { readonly problem: string; readonly at: number } | undefined;

  constructor(deps: BotDeps) {
    this.#deps = deps;
  }

  /** Replies that wait are given up. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Whether chats can be connected, requested from Telegram until it is known once. */
  async status(): Promise<ChatServiceStatus> {
    await this.#introduce();
    return {
      service: 'telegram',
      configured: true,
      name: this.#me?.username ?? null,
      problem: this.#me ? null : (this.#failure?.problem ?? null),
      quota: null,
    };
  }

  /** Shows people what they can write. */
  async offerCommands(): Promise<void> {
    const names = ['status', 'alerts', 'help', 'stop'] as const;
    for (const language of languageCodes) {
      const texts = chatTexts[language].commands;
      const commands = names.map((command) => ({ command, description: texts[command] }));
      // Without a language they are for everybody who reads none of the others.
      const readers = language === 'en' ? {} : { language_code: language };
      await this.#deps.api.setMyCommands(commands, readers).catch(() => undefined);
    }
  }

  /** Handles what came from Telegram; never rejects. */
  async handle({ message, callback_query: query }: Update): Promise<void> {
    try {
      if (message) await this.#message(message);
      if (query) await this.#pressed(query);
    } catch (error) {
      this.#deps.log.warn({ reason: reasonOf(error) }, 'What was written to the Telegram bot could not be handled');
    }
  }

  async #message(message: Message): Promise<void> {
    const { chat, from, text, date, migrate_to_chat_id: movedTo } = message;
    if (movedTo !== undefined) {
      await this.#deps.contacts.move('telegram', String(chat.id), String(movedTo));
      return;
    }
    if (text === undefined || !from || from.is_bot || chat.type === 'channel') return;
    await this.#introduce();
    const isGroup = chat.type !== 'private';
    if (isGroup && !this.#isForBot(message)) return;
    const place = placeOf(chat, String(from.id));
    const [, code] = startCommand.exec(text) ?? [];
    if (code !== undefined) {
      await this.#reply(place.chat, await this.#deps.conversations.join(place, code, async () => describe(chat)));
      return;
    }
    const content = text.replace(/^\/(\w+)@\w+/, '$1').replace(/^\//, '');
    await sendInOrder({
      find: (later) => this.#deps.conversations.written(place, { content, at: date * 1_000, later }),
      send: (reply) => this.#reply(place.chat, reply),
      sendLater: (report) => this.#reply(place.chat, report),
    });
  }

  /** In a group people talk to each other as well. */
  #isForBot({ text = '', reply_to_message: repliedTo }: Message): boolean {
    const [, name] = /^\/\w+(?:@(\w+))?/.exec(text) ?? [];
    if (name !== undefined) return name.toLowerCase() === this.#me?.username.toLowerCase();
    return text.startsWith('/') || (repliedTo?.from !== undefined && repliedTo.from.id === this.#me?.id);
  }

  async #pressed({ id, from, data, message }: CallbackQuery): Promise<void> {
    const { api, conversations, clock } = this.#deps;
    if (data === undefined || !message) return;
    // Telegram refuses this for one that was pressed while no server ran: then it must not happen any more.
    const isInTime = await api.answerCallbackQuery(id).then(
      () => true,
      (error: unknown) => refusalOf(error)?.error_code !== 400,
    );
    if (!isInTime) return;
    const place = placeOf(message.chat, String(from.id));
    await sendInOrder({
      find: (later) => conversations.pressed(place, { content: data, at: clock.now(), later }),
      send: (reply) => this.#respond(place.chat, message.message_id, reply),
      sendLater: (report) => this.#reply(place.chat, report),
    });
  }

  /** Sends the reply to a button, and changes the message that has the button. */
  async #respond(chat: string, messageId: number, reply: ChatReply | null): Promise<void> {
    const { api } = this.#deps;
    // What cannot be changed any more may have been deleted, or has changed already.
    const isChanged = (change: Promise<unknown>) => change.then(() => true).catch(() => false);
    if (reply?.pressed === 'done') await isChanged(api.editMessageReplyMarkup(chat, messageId));
    if (reply?.pressed === 'replaced') {
      const { text, ...options } = contentOf(reply);
      if (await isChanged(api.editMessageText(chat, messageId, text, options))) return;
    }
    await this.#reply(chat, reply);
  }

  /** Never rejects: who blocked the bot gets no reply. */
  async #reply(chat: string, reply: ChatReply | null): Promise<void> {
    if (!reply) return;
    const { api, log } = this.#deps;
    const send = () => sendText(api, chat, contentOf(reply));
    try {
      await send().catch(async (error: unknown) => {
        const seconds = refusalOf(error)?.parameters.retry_after;
        if (seconds === undefined || seconds > longestRetrySeconds) throw error;
        await pause(seconds * 1_000, undefined, { signal: this.#stopping.signal });
        await send();
      });
    } catch (error) {
      log.debug({ reason: reasonOf(error) }, 'A reply in Telegram was not sent');
    }
  }

  async #introduce(): Promise<void> {
    const { api, clock } = this.#deps;
    if (this.#me || (this.#failure && clock.now() - this.#failure.at < retryNameMs)) return;
    try {
      const { id, username } = await api.getMe(AbortSignal.timeout(10_000) as never);
      this.#me = { id, username };
      this.#failure = undefined;
    } catch (error) {
      const code = refusalOf(error)?.error_code;
      this.#failure = { problem: code === 401 || code === 404 ? wrongToken : notReached, at: clock.now() };
    }
  }
}

/** https://core.telegram.org/bots/features#deep-linking */
const startCommand = /^\/start(?:@\w+)? ([\w-]{20,64})$/;

type Chat = Message['chat'];

const placeOf = (chat: Chat, from: string): ChatPlace => ({
  service: 'telegram',
  chat: String(chat.id),
  isGroup: chat.type !== 'private',
  from,
});

function describe(chat: Chat): ChatDescription {
  if (chat.type !== 'private') return { name: chatName(chat.title) || 'Group', place: 'a group' };
  const name = [chat.first_name, chat.last_name].filter(Boolean).join(' ');
  return { name: chatName(name) || 'Telegram', place: chat.username ? `@${chat.username}` : '' };
}

/** A button a line: names are long. */
function contentOf({ text, buttons }: ChatReply): { text: string; reply_markup?: InlineKeyboardMarkup } {
  if (buttons.length === 0) return { text: plainText(text) };
  return { text: plainText(text), reply_markup: { inline_keyboard: buttons.map((button) => [keyOf(button)]) } };
}

/** Errors of grammY hold what was sent, and addresses with the token: only this goes into the log. */
function reasonOf(error: unknown): string {
  const refusal = refusalOf(error);
  return refusal ? `${refusal.error_code} ${refusal.description}` : (error as Error).name;
}
