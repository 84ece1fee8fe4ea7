import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';

const telegramToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const bot = { id: 110_201_543, is_bot: true, first_name: 'Farm', username: 'farm_bot' };

interface Button {
  readonly text: string;
  readonly callback_data?: string;
}

/** A message that the bot sent. */
export interface TelegramMessage {
  readonly id: number;
  readonly chat: number;
  text: string;
  buttons: readonly Button[];
  /** The picture of a `sendPhoto`, as it was uploaded. */
  readonly photo?: Buffer;
  readonly payload: Record<string, unknown>;
}

interface Person {
  readonly id: number;
  readonly first_name: string;
  readonly username?: string;
}

/** A response of the Bot API with an error, as https://core.telegram.org/bots/api#making-requests describes it. */
interface Refusal {
  readonly error_code: number;
  readonly description: string;
  readonly parameters?: Record<string, number>;
}

/**
 * The Bot API of Telegram on loopback, for tests: the methods that the server uses, with their bounds and errors, after
 * https://core.telegram.org/bots/api. Updates wait until they are confirmed by a higher `offset`, and of two who request them at once the
 * older one gets a 409.
 */
export async function startTelegramStandIn(token = telegramToken) {
  const events = new EventEmitter().setMaxListeners(0);
  const sent: TelegramMessage[] = [];
  const calls: { readonly method: string; readonly payload: Record<string, unknown> }[] = [];
  const blocked = new Set<number>();
  const chats = new Map<number, { id: number; type: string; title?: string }>();
  const queries = new Set<string>();
  const refusals = new Map<string, Refusal>();
  let updates: { readonly update_id: number }[] = [];
  let polling: (() => void) | undefined;
  let serial = 1_000;
  let isDown = false;
  const state = { token, hasWebhook: false };

  const push = (update: object) => {
    serial += 1;
    updates.push({ update_id: serial, ...update });
    events.emit('update');
  };
  const chatOf = (id: unknown) => {
    const chat = chats.get(Number(id));
    if (!chat) throw refusal(400, 'Bad Request: chat not found');
    if (blocked.has(chat.id)) throw refusal(403, 'Forbidden: bot was blocked by the user');
    return chat;
  };

  const methods: Record<string, (payload: Record<string, unknown>, request: IncomingMessage) => unknown> = {
    getMe: () => bot,
    setMyCommands: () => true,
    getWebhookInfo: () => ({
      url: state.hasWebhook ? 'https://elsewhere.example/bot' : '',
      has_custom_certificate: false,
      pending_update_count: updates.length,
    }),
    deleteWebhook() {
      state.hasWebhook = false;
      return true;
    },
    async getUpdates({ offset = 0, timeout = 0 }, request) {
      if (state.hasWebhook) {
        throw refusal(
          409,
          "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      }
      polling?.();
      updates = updates.filter((update) => update.update_id >= Number(offset));
      events.emit('confirmed');
      if (updates.length > 0 || Number(timeout) === 0) return updates.slice(0, 100);
      const ended = new AbortController();
      const gone = () => ended.abort();
      request.socket.once('close', gone);
      let isReplaced = false;
      polling = () => {
        isReplaced = true;
        ended.abort();
      };
      events.emit('polling');
      const timer = setTimeout(() => ended.abort(), Number(timeout) * 1_000);
      await once(events, 'update', { signal: ended.signal }).catch(() => undefined);
      clearTimeout(timer);
      request.socket.off('close', gone);
      if (isReplaced)
        throw refusal(
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        );
      polling = undefined;
      return updates.slice(0, 100);
    },
    sendMessage(payload) {
      const chat = chatOf(payload.chat_id);
      const content = checkedContent(payload);
      serial += 1;
      sent.push({ id: serial, chat: chat.id, ...content, payload });
      events.emit('sent');
      return { message_id: serial, date: 0, chat, from: bot, text: content.text };
    },
    sendPhoto(payload) {
      const chat = chatOf(payload.chat_id);
      const { photo, caption = '', caption_entities: entities } = payload;
      if (!(photo instanceof Buffer) || !photo.subarray(0, 8).equals(pngSignature)) {
        throw refusal(400, 'Bad Request: IMAGE_PROCESS_FAILED');
      }
      if (photo.length > 10_000_000) throw refusal(400, 'Bad Request: PHOTO_SAVE_FILE_INVALID');
      if (String(caption).length > 1_024) throw refusal(400, 'Bad Request: message caption is too long');
      const content = checkedContent({ ...payload, text: caption, entities });
      serial += 1;
      sent.push({ id: serial, chat: chat.id, ...content, photo, payload });
      events.emit('sent');
      return { message_id: serial, date: 0, chat, from: bot, caption };
    },
    editMessageText(payload) {
      const message = sent.find(({ id, chat }) => id === payload.message_id && chat === Number(payload.chat_id));
      if (!message) throw refusal(400, 'Bad Request: message to edit not found');
      if (message.photo) throw refusal(400, 'Bad Request: there is no text in the message to edit');
      chatOf(payload.chat_id);
      const content = checkedContent(payload);
      const isSame =
        content.text === message.text && JSON.stringify(content.buttons) === JSON.stringify(message.buttons);
      if (isSame) throw refusal(400, 'Bad Request: message is not modified');
      Object.assign(message, content);
      events.emit('sent');
      return true;
    },
    editMessageReplyMarkup(payload) {
      const message = sent.find(({ id, chat }) => id === payload.message_id && chat === Number(payload.chat_id));
      if (!message) throw refusal(400, 'Bad Request: message to edit not found');
      message.buttons = buttonsOf(payload);
      events.emit('sent');
      return true;
    },
    answerCallbackQuery({ callback_query_id: id }) {
      if (!queries.delete(String(id))) {
        throw refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid');
      }
      return true;
    },
  };

  async function respond(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? [];
    if (given !== state.token) return failure(refusal(401, 'Unauthorized'));
    const payload = request.method === 'POST' ? await payloadOf(request) : {};
    calls.push({ method, payload });
    for (const target of [method, `${method} ${payload.chat_id}`]) {
      const wanted = refusals.get(target);
      refusals.delete(target);
      if (wanted) return failure(wanted);
    }
    const run = methods[method];
    if (!run) return failure(refusal(404, 'Not Found: method not found'));
    try {
      return { status: 200, body: { ok: true, result: await run(payload, request) } };
    } catch (error) {
      if (isRefusal(error)) return failure(error);
      throw error;
    }
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    void respond(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const writeUpdate = (chat: { id: number }, from: Person, more: object) => {
    serial += 1;
    push({
      message: {
        message_id: serial,
        date: Math.floor(Date.now() / 1_000),
        chat,
        from: { is_bot: false, ...from },
        ...more,
      },
    });
  };

  return {
    url,
    state,
    sent,
    calls,
    /** The settings of a server whose bot is here. */
    env: { TELEGRAM_BOT_TOKEN: telegramToken, TELEGRAM_API_URL: url },
    /** A person, and the private chat with them. */
    person(name: string) {
      serial += 1;
      const from: Person = { id: serial, first_name: name, username: name.toLowerCase() };
      const chat = { ...from, type: 'private' };
      chats.set(chat.id, chat);
      return {
        id: from.id,
        from,
        write: (text: string, more: object = {}) => writeUpdate(chat, from, { text, ...more }),
        press: (data: string, message?: TelegramMessage) => pressIn(chat, from, data, message),
        /** The messages of the bot to them, oldest first. */
        messages: () => sent.filter((message) => message.chat === chat.id),
        block: () => blocked.add(chat.id),
      };
    },
    /** A group of several people. */
    group(title: string) {
      serial += 1;
      const chat = { id: -serial, type: 'supergroup', title };
      chats.set(chat.id, chat);
      return {
        id: chat.id,
        write: (from: Person, text: string, more: object = {}) => writeUpdate(chat, from, { text, ...more }),
        press: (from: Person, data: string, message?: TelegramMessage) => pressIn(chat, from, data, message),
        messages: () => sent.filter((message) => message.chat === chat.id),
        /** It becomes another chat: https://core.telegram.org/bots/api#responseparameters */
        migrate() {
          serial += 1;
          chats.delete(chat.id);
          chats.set(-serial, { ...chat, id: -serial });
          return -serial;
        },
        writes: (from: Person, more: object) => writeUpdate(chat, from, more),
      };
    },
    push,
    /** Refuses the next call of a method, or of a method and the ID of a chat. */
    refuse: (target: string, next: Refusal) => refusals.set(target, next),
    /** Hangs up on everybody, as when the network is broken. */
    setDown(down: boolean): void {
      isDown = down;
      if (down) server.closeAllConnections();
    },
    /** Resolves when everything that was written has been confirmed. */
    async confirmed(): Promise<void> {
      while (updates.length > 0) await once(events, 'confirmed');
    },
    /** Resolves when the server waits for updates. */
    async polled(): Promise<void> {
      if (!polling) await once(events, 'polling');
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function pressIn(chat: { id: number }, from: Person, data: string, message?: TelegramMessage): string {
    serial += 1;
    const id = String(serial);
    queries.add(id);
    push({
      callback_query: {
        id,
        from: { is_bot: false, ...from },
        chat_instance: '1',
        data,
        message: { message_id: message?.id ?? 1, date: 1, chat, from: bot, text: message?.text ?? '' },
      },
    });
    return id;
  }
}

export type TelegramStandIn = Awaited<ReturnType<typeof startTelegramStandIn>>;

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * What a call has, as JSON or as `multipart/form-data`, where a file is named by `attach://` and everything that is no text is JSON:
 * https://core.telegram.org/bots/api#sending-files
 */
async function payloadOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return (await json(request)) as Record<string, unknown>;
  const form = await new Response(await buffer(request), { headers: { 'content-type': type } }).formData();
  const payload: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    const file = value.startsWith('attach://') ? form.get(value.slice('attach://'.length)) : null;
    if (file instanceof File) payload[name] = Buffer.from(await file.arrayBuffer());
    else payload[name] = /^[[{]/.test(value) ? JSON.parse(value) : value;
  }
  return payload;
}

const refusal = (error_code: number, description: string, parameters?: Record<string, number>): Refusal => ({
  error_code,
  description,
  ...(parameters && { parameters }),
});
const isRefusal = (error: unknown): error is Refusal => typeof (error as Refusal).error_code === 'number';
const failure = (refused: Refusal) => ({ status: refused.error_code, body: { ok: false, ...refused } });

function buttonsOf({ reply_markup: markup }: Record<string, unknown>): readonly Button[] {
  return ((markup as { inline_keyboard?: Button[][] } | undefined)?.inline_keyboard ?? []).flat();
}

/** What Telegram refuses of a text and its buttons. */
function checkedContent(payload: Record<string, unknown>): { text: string; buttons: readonly Button[] } {
  const {
    text,
    parse_mode: mode,
    entities = [],
  } = payload as {
    text: string;
    parse_mode?: string;
    entities?: { offset: number; length: number }[];
  };
  if (mode !== undefined) throw refusal(400, 'Bad Request: this stand-in knows no parse mode');
  if (text === '') throw refusal(400, 'Bad Request: message text is empty');
  if (text.length > 4_096) throw refusal(400, 'Bad Request: message is too long');
  if (entities.some(({ offset, length }) => offset + length > text.length))
    throw refusal(400, 'Bad Request: entity beyond the text');
  const buttons = buttonsOf(payload);
  if (buttons.some(({ callback_data: data }) => data !== undefined && Buffer.byteLength(data) > 64)) {
    throw refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
  }
  return { text, buttons };
}
