import type { ChatServiceStatus } from '@cyno/contract';
import type { messagingApi } from '@line/bot-sdk';
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { ChatContacts } from '../../notifications/index.ts';
import { chatName } from '../commands/chat-name.ts';
import type { ChatReply, ReportLater } from '../commands/reply.ts';
import { sendInOrder } from '../commands/send-in-order.ts';
import type { ChatDescription, ChatPlace, Conversations } from '../conversations.ts';
import { inTime, reasonOf, refusalOf } from './line-api.ts';
import type { LineEvent, LineSource } from './line-events.ts';
import { codeIn } from './line-join.ts';
import { replyMessage } from './line-messages.ts';
import { notReached, webhookProblem, wrongToken } from './line-problems.ts';

/** The account is looked up at LINE no more often. */
const statusMs = 10_000;

interface BotDeps {
  readonly api: messagingApi.MessagingApiClient;
  readonly conversations: Conversations;
  readonly contacts: Pick<ChatContacts, 'find' | 'reached'>;
  readonly clock: Clock;
  readonly log: Logger;
}
type Written = Extract<LineEvent, { type: 'message' }>;
type Pressed = Extract<LineEvent, { type: 'postback' }>;
type Known = Pick<ChatServiceStatus, 'name' | 'problem' | 'quota'>;

/** The installation's official account at LINE: who it is, and what it does with what is written to it. */
export class LineBot {
  readonly #deps: BotDeps;
  #known: (Known & { readonly at: number }) | undefined;

  constructor(deps: BotDeps) {
    this.#deps = deps;
  }

  /** Whether chats can be connected. */
  async status(): Promise<ChatServiceStatus> {
    const now = this.#deps.clock.now();
    if (!this.#known || now - this.#known.at >= statusMs) this.#known = { ...(await this.#find()), at: now };
    const { name, problem, quota } = this.#known;
    return { service: 'line', configured: true, name, problem, quota };
  }

  /** Handles what came from LINE; never rejects. */
  async handle(event: LineEvent): Promise<void> {
    try {
      await this.#handle(event);
    } catch (error) {
      this.#deps.log.warn({ reason: reasonOf(error) }, 'What was written to the LINE official account was not handled');
    }
  }

  async #handle(event: LineEvent): Promise<void> {
    const { contacts, conversations } = this.#deps;
    const { chat } = placeOf(event.source);
    const reached = (isBlocked: boolean) => contacts.reached('line', chat, { isBlocked, at: event.timestamp });
    switch (event.type) {
      case 'message':
        if (event.mode === 'active') await this.#message(event);
        return;
      case 'postback':
        if (event.mode === 'active') await this.#pressed(event);
        return;
      case 'unfollow':
      case 'leave':
        return reached(true);
      case 'join':
        return reached(false);
      case 'follow': {
        await reached(false);
        const place = placeOf(event.source);
        await this.#respond(place, event.replyToken, (later) =>
          conversations.written(place, { content: 'help', at: event.timestamp, later }),
        );
      }
    }
  }

  async #message({ source, message, timestamp, replyToken }: Written): Promise<void> {
    const { conversations } = this.#deps;
    const place = placeOf(source);
    // LINE names people in groups only when they agreed to that.
    if (place.from === '') return;
    const content = requestIn(message);
    const code = codeIn(content ?? message.text);
    if (code !== undefined) {
      const reply = await conversations.join(place, code, () => this.#describe(source));
      await this.#reply(place, replyToken, reply);
      return;
    }
    if (place.isGroup && content === undefined) return;
    await this.#respond(place, replyToken, (later) =>
      conversations.written(place, { content: content ?? message.text, at: timestamp, later }),
    );
  }

  async #pressed({ source, postback, timestamp, replyToken }: Pressed): Promise<void> {
    const place = placeOf(source);
    await this.#respond(place, replyToken, (later) =>
      this.#deps.conversations.pressed(place, { content: postback.data, at: timestamp, later }),
    );
  }

  #respond(
    place: ChatPlace,
    replyToken: string | undefined,
    find: (later: ReportLater) => Promise<ChatReply | null>,
  ): Promise<void> {
    return sendInOrder({
      find,
      send: (reply) => this.#reply(place, replyToken, reply),
      sendLater: (report) => this.#reply(place, undefined, report),
    });
  }

  /** Replies cost nothing, but are possible once and for about a minute; after that only connected chats get a message. Never rejects. */
  async #reply(place: ChatPlace, replyToken: string | undefined, reply: ChatReply | null): Promise<void> {
    if (!reply) return;
    const { api, contacts, log } = this.#deps;
    const messages = [replyMessage(reply)];
    try {
      if (replyToken !== undefined && (await this.#replied(replyToken, messages))) return;
      if (!(await contacts.find('line', place.chat))) return;
      await inTime(api.pushMessage({ to: place.chat, messages }));
    } catch (error) {
      log.debug({ reason: reasonOf(error) }, 'A reply in LINE was not sent');
    }
  }

  /** False: the token is not good any more. */
  async #replied(replyToken: string, messages: messagingApi.Message[]): Promise<boolean> {
    try {
      await inTime(this.#deps.api.replyMessage({ replyToken, messages }));
      return true;
    } catch (error) {
      if (refusalOf(error)?.status === 400) return false;
      throw error;
    }
  }

  /** What people see of a chat; without a name when LINE does not have it. */
  async #describe(source: LineSource): Promise<ChatDescription> {
    const { api } = this.#deps;
    if (source.type === 'user') {
      const profile = await inTime(api.getProfile(source.userId)).catch(() => undefined);
      return { name: chatName(profile?.displayName) || 'LINE', place: '' };
    }
    const summary =
      source.type === 'group' ? await inTime(api.getGroupSummary(source.groupId)).catch(() => undefined) : undefined;
    return { name: chatName(summary?.groupName) || 'Group', place: 'a group' };
  }

  async #find(): Promise<Known> {
    const { api } = this.#deps;
    try {
      const { basicId, premiumId } = await inTime(api.getBotInfo());
      const [problem, quota] = await Promise.all([webhookProblem(this.#deps.api), this.#quota()]);
      return { name: premiumId ?? basicId, problem, quota };
    } catch (error) {
      const status = refusalOf(error)?.status;
      return { name: null, problem: status === 401 || status === 403 ? wrongToken : notReached, quota: null };
    }
  }

  /** What is left of the month; null: no limit, or LINE did not report it, which keeps nobody from connecting. */
  async #quota(): Promise<Known['quota']> {
    const { api } = this.#deps;
    try {
      const [{ type, value }, { totalUsage }] = await Promise.all([
        inTime(api.getMessageQuota()),
        inTime(api.getMessageQuotaConsumption()),
      ]);
      return type === 'limited' && value !== undefined ? { limit: value, used: totalUsage } : null;
    } catch {
      return null;
    }
  }
}

function placeOf(source: LineSource): ChatPlace {
  const chat = source.type === 'user' ? source.userId : source.type === 'group' ? source.groupId : source.roomId;
  return { service: 'line', chat, isGroup: source.type !== 'user', from: source.userId ?? '' };
}

/** What is meant for the account: in groups people talk to each other as well, and begin with a slash or mention it. Undefined: nothing. */
function requestIn({ text, mention }: Written['message']): string | undefined {
  const self = mention?.mentionees.find(({ isSelf }) => isSelf === true);
  if (self) return (text.slice(0, self.index) + text.slice(self.index + self.length)).trim();
  return text.startsWith('/') ? text.slice(1) : undefined;
}
