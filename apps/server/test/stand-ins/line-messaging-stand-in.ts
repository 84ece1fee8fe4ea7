import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

const channelSecret = '9f2c41d07be5836a4f90c1de27b85a63';
const channelToken = 'line+channel/access+token+0123456789==';
const bot = {
  userId: `U${'b'.repeat(32)}`,
  basicId: '@123abcde',
  displayName: 'Farm',
  chatMode: 'bot',
  markAsReadMode: 'auto',
};
/** How long a reply token is good: https://developers.line.biz/en/docs/messaging-api/sending-messages/#reply-messages */
const replyTokenMs = 60_000;

interface Button {
  readonly label: string;
  readonly data?: string;
  readonly uri?: string;
}

/** A message of the official account. */
export interface LineMessage {
  readonly to: string;
  readonly by: 'reply' | 'push';
  /** All texts in it, a line each. */
  readonly text: string;
  readonly buttons: readonly Button[];
  readonly retryKey: string | undefined;
  readonly payload: Record<string, unknown>;
}

/** A response with an error, as https://developers.line.biz/en/reference/messaging-api/#error-responses describes it. */
interface Refusal {
  readonly status: number;
  readonly message: string;
}
type Payload = Record<string, unknown>;

/** How a webhook is sent, where it is not sent as LINE does. */
interface WebhookOptions {
  readonly secret?: string;
  readonly signature?: string | null;
  readonly body?: string;
}

/**
 * The Messaging API of LINE on loopback, for tests: what the server uses of it, with its bounds and errors, after
 * https://developers.line.biz/en/reference/messaging-api/. What people write is sent to the webhook of `server`, signed.
 */
export async function startLineMessagingStandIn() {
  const sent: LineMessage[] = [];
  const people = new Map<string, { displayName: string }>();
  const groups = new Map<string, { groupName: string }>();
  const accepted = new Set<string>();
  const replyTokens = new Map<string, { to: string; until: number }>();
  /** By the ID of a chat, or the path of a request without one. */
  const refusals = new Map<string, Refusal>();
  const unheard = new Set<string>();
  const state = {
    token: channelToken,
    secret: channelSecret,
    isDown: false,
    /** Messages that the plan has left for this month; replies are not counted. */
    quota: Number.POSITIVE_INFINITY,
    /** Messages of this month that count. */
    used: 0,
    /** The channel's token may not read how many. */
    hidesQuota: false,
    webhook: { endpoint: 'https://cyno.example/api/chats/line/webhook', active: true } as {
      endpoint: string;
      active: boolean;
    } | null,
    /** The ID of the chat to which the next message is accepted, and its response is lost. */
    losesResponseTo: '',
    /** Where webhooks go. */
    target: '',
  };
  let serial = 0;

  const newId = (kind: string) => {
    serial += 1;
    return `${kind}${String(serial).padStart(32, '0')}`;
  };

  const routes: Record<string, (payload: Payload, request: IncomingMessage) => object | Promise<object>> = {
    'GET /v2/bot/info': () => bot,
    'GET /v2/bot/channel/webhook/endpoint'() {
      if (!state.webhook) throw refusal(404, 'The webhook endpoint is not found');
      return state.webhook;
    },
    async 'POST /v2/bot/channel/webhook/test'() {
      if (!state.webhook) throw refusal(404, 'The webhook endpoint is not found');
      const timestamp = new Date().toISOString();
      const status = await post([]).catch(() => 0);
      if (status === 0)
        return { success: false, timestamp, statusCode: 0, reason: 'COULD_NOT_CONNECT', detail: 'Connection refused' };
      const success = status === 200;
      return {
        ...{ success, timestamp, statusCode: status, detail: String(status) },
        reason: success ? 'OK' : 'ERROR_STATUS_CODE',
      };
    },
    'GET /v2/bot/message/quota'() {
      if (state.hidesQuota) throw refusal(403, 'Access to this API is not available for your account');
      return Number.isFinite(state.quota) ? { type: 'limited', value: state.quota + state.used } : { type: 'none' };
    },
    'GET /v2/bot/message/quota/consumption': () => ({ totalUsage: state.used }),
    'POST /v2/bot/message/reply'({ replyToken, messages }) {
      const known = replyTokens.get(String(replyToken));
      replyTokens.delete(String(replyToken));
      if (!known || known.until < Date.now()) throw refusal(400, 'Invalid reply token');
      return deliver({ to: known.to, by: 'reply', messages, retryKey: undefined });
    },
    'POST /v2/bot/message/push'({ to, messages }, { headers }) {
      const retryKey = headers['x-line-retry-key']?.toString();
      if (retryKey !== undefined && !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(retryKey))
        throw refusal(400, 'The retry key is invalid');
      if (retryKey !== undefined && accepted.has(retryKey)) throw refusal(409, 'The retry key is already accepted');
      if (!people.has(String(to)) && !groups.has(String(to))) throw refusal(400, 'Failed to send messages');
      if (state.quota <= 0) throw refusal(429, 'You have reached your monthly limit.');
      const result = deliver({ to: String(to), by: 'push', messages, retryKey });
      state.quota -= 1;
      state.used += 1;
      if (retryKey !== undefined) accepted.add(retryKey);
      return result;
    },
  };

  function deliver({
    to,
    by,
    messages,
    retryKey,
  }: Pick<LineMessage, 'to' | 'by' | 'retryKey'> & { messages: unknown }) {
    const list = Array.isArray(messages) ? (messages as Payload[]) : [];
    if (list.length === 0 || list.length > 5) throw refusal(400, 'Size must be between 1 and 5');
    const checked = list.map((payload) => ({ to, by, retryKey, payload, ...checkedContent(payload) }));
    // LINE takes what is sent to somebody who blocked the account without a word.
    if (!unheard.has(to)) sent.push(...checked);
    return { sentMessages: checked.map(() => ({ id: newId('m') })) };
  }

  /** The ID of the chat of a message, or the path. */
  const targetOf = (path: string, { to, replyToken }: Payload) =>
    String(to ?? replyTokens.get(String(replyToken))?.to ?? path);

  async function respond(request: IncomingMessage): Promise<{ status: number; body: object; isLost?: boolean }> {
    const payload = request.method === 'POST' ? ((await json(request)) as Payload) : {};
    const path = new URL(request.url ?? '/', 'http://line').pathname;
    const target = targetOf(path, payload);
    try {
      if (request.headers.authorization !== `Bearer ${state.token}`)
        throw refusal(
          401,
          'Authentication failed. Confirm that the access token in the authorization header is valid.',
        );
      const wanted = refusals.get(target);
      refusals.delete(target);
      if (wanted) throw wanted;
      const [, userId] = /^\/v2\/bot\/profile\/(\w+)$/.exec(path) ?? [];
      const [, groupId] = /^\/v2\/bot\/group\/(\w+)\/summary$/.exec(path) ?? [];
      const found = (userId && people.get(userId)) ?? (groupId && groups.get(groupId));
      if (found) return { status: 200, body: found };
      const run = routes[`${request.method} ${path}`];
      if (!run) throw refusal(404, 'Not found');
      const body = await run(payload, request);
      const isLost = state.losesResponseTo === target;
      if (isLost) state.losesResponseTo = '';
      return { status: 200, body, isLost };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return { status: error.status, body: { message: error.message } };
    }
  }

  const server = createServer((request, response) => {
    if (state.isDown) {
      request.socket.destroy();
      return;
    }
    void respond(request).then(({ status, body, isLost }) => {
      if (isLost) {
        request.socket.destroy();
        return;
      }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Sends events to the webhook, and resolves with the status of its response. */
  async function post(events: readonly object[], options: WebhookOptions = {}): Promise<number> {
    const body = options.body ?? JSON.stringify({ destination: bot.userId, events });
    const signed = createHmac('sha256', options.secret ?? state.secret)
      .update(body)
      .digest('base64');
    const signature = options.signature === undefined ? signed : options.signature;
    const response = await fetch(`${state.target}/api/chats/line/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature !== null && { 'x-line-signature': signature }) },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** An event as LINE writes it, with a reply token that is good. */
  function eventOf(source: Payload, more: Payload) {
    const replyToken = randomBytes(16).toString('hex');
    replyTokens.set(replyToken, { to: chatOf(source), until: Date.now() + replyTokenMs });
    return {
      source,
      replyToken,
      timestamp: Date.now(),
      mode: 'active',
      webhookEventId: newId('E'),
      deliveryContext: { isRedelivery: false },
      ...more,
    };
  }
  const textOf = (text: string, more: Payload = {}) => ({
    type: 'message',
    message: { id: newId('m'), type: 'text', quoteToken: 'q', text, ...more },
  });
  const messagesTo = (chat: string) => sent.filter(({ to }) => to === chat);

  return {
    url,
    state,
    sent,
    secret: channelSecret,
    /** The settings of a server whose official account is here. */
    env: { LINE_BOT_CHANNEL_SECRET: channelSecret, LINE_BOT_CHANNEL_TOKEN: channelToken, LINE_BOT_API_URL: url },
    post,
    eventOf,
    textOf,
    /** A person, and the chat with them. */
    person(displayName: string) {
      const userId = newId('U');
      people.set(userId, { displayName });
      const source = { type: 'user', userId };
      return {
        id: userId,
        source,
        write: (text: string, more: Payload = {}) => post([eventOf(source, { ...textOf(text), ...more })]),
        press: (data: string, more: Payload = {}) =>
          post([eventOf(source, { type: 'postback', postback: { data }, ...more })]),
        follow: () => post([eventOf(source, { type: 'follow', follow: { isUnblocked: true } })]),
        block(at = Date.now()) {
          unheard.add(userId);
          return post([eventOf(source, { type: 'unfollow', timestamp: at })]);
        },
        hearsAgain: () => unheard.delete(userId),
        /** The messages of the account to them, oldest first. */
        messages: () => messagesTo(userId),
      };
    },
    /** A group of several people. */
    group(groupName: string) {
      const groupId = newId('C');
      groups.set(groupId, { groupName });
      const sourceOf = (person: { id: string } | null) => ({
        type: 'group',
        groupId,
        ...(person && { userId: person.id }),
      });
      return {
        id: groupId,
        write: (person: { id: string } | null, text: string, more: Payload = {}) =>
          post([eventOf(sourceOf(person), textOf(text, more))]),
        press: (person: { id: string } | null, data: string) =>
          post([eventOf(sourceOf(person), { type: 'postback', postback: { data } })]),
        leave: () => post([eventOf(sourceOf(null), { type: 'leave' })]),
        messages: () => messagesTo(groupId),
      };
    },
    /** Refuses the next message to a chat, given its ID, or the next request of a path. */
    refuse: (target: string, next: Refusal) => refusals.set(target, next),
    /** Ends the reply tokens of what was written until now. */
    endReplyTokens: () => replyTokens.clear(),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type LineMessagingStandIn = Awaited<ReturnType<typeof startLineMessagingStandIn>>;

const refusal = (status: number, message: string): Refusal => ({ status, message });
const isRefusal = (error: unknown): error is Refusal => typeof (error as Refusal).status === 'number';
const chatOf = ({ groupId, userId }: Payload): string => String(groupId ?? userId);

/** What LINE refuses of a message. */
function checkedContent(payload: Payload): Pick<LineMessage, 'text' | 'buttons'> {
  if (payload.type === 'text') {
    const text = String(payload.text ?? '');
    if (text === '' || text.length > 5_000) throw refusal(400, 'Length must be between 0 and 5000');
    return { text, buttons: [] };
  }
  if (payload.type !== 'flex') throw refusal(400, `This stand-in knows no ${payload.type}`);
  const altText = String(payload.altText ?? '');
  if (altText === '' || altText.length > 400) throw refusal(400, 'Length of altText must be between 1 and 400');
  if (Buffer.byteLength(JSON.stringify(payload.contents)) > 30_000) throw refusal(400, 'The bubble is too large');
  const { body, footer } = payload.contents as Record<string, { contents: Payload[] } | undefined>;
  const parts = [...(body?.contents ?? []), ...(footer?.contents ?? [])];
  const texts = parts.filter(({ type }) => type === 'text').map(({ text }) => String(text));
  if (texts.some((text) => text === '')) throw refusal(400, 'A text must not be empty');
  const buttons = parts.filter(({ type }) => type === 'button').map(({ action }) => action as Button);
  for (const { label, data, uri } of buttons) {
    if (label === '' || label.length > 20) throw refusal(400, 'Length of a label must be between 1 and 20');
    if (data !== undefined && data.length > 300) throw refusal(400, 'Length of data must be at most 300');
    if (uri !== undefined && (uri.length > 1_000 || !/^https?:/.test(uri))) throw refusal(400, 'invalid uri');
  }
  return { text: texts.join('\n'), buttons };
}
