import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { newPushBrowser } from '../../../apps/server/test/stand-ins/push-browser.ts';
import { startSmtpSink } from '../smtp-sink.ts';

/** Slow enough that a kill always interrupts some. */
const responseMs = 40;
const telegramToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

/** A service as far as it takes messages, and whether it recognizes one that is sent again. */
export const serviceKinds = ['webhook', 'line', 'telegram', 'push'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** What a contact got: what identifies each of its messages. */
export type Received = Map<string, string[]>;

interface Reply {
  readonly status?: number;
  readonly body?: object;
}

/** What a method of Telegram is called with: JSON, or a form that has a picture. */
function telegramPayload(body: Buffer): { chat_id?: string; text?: string } {
  const text = body.toString();
  if (text.startsWith('{')) return JSON.parse(text);
  const field = (name: string) => text.split(`name="${name}"`)[1]?.split('\r\n--')[0]?.trim();
  return { chat_id: field('chat_id') ?? '', text: field('caption') ?? '' };
}

/** The server has another port after each start. */
const withoutAddresses = (text: string): string => text.replaceAll(/https?:\/\/\S+/g, '');

/**
 * Services on loopback that take messages and count them by the contact that got them: mail and webhooks, whose messages have an id, LINE
 * with its retry key, Telegram and a push service, which know none.
 */
export async function startMessageServices() {
  const received: Record<ServiceKind | 'email', Received> = {
    email: new Map(),
    webhook: new Map(),
    line: new Map(),
    telegram: new Map(),
    push: new Map(),
  };
  const retryKeys = new Set<string>();
  let requests = 0;
  const take = (kind: ServiceKind | 'email', contact: string, key: string) => {
    received[kind].set(contact, [...(received[kind].get(contact) ?? []), key]);
    requests += 1;
  };

  async function line(request: IncomingMessage): Promise<Reply> {
    const { to } = (await json(request)) as { to: string };
    const key = String(request.headers['x-line-retry-key']);
    if (retryKeys.has(key)) return { status: 409, body: { message: 'The retry key is already accepted' } };
    retryKeys.add(key);
    take('line', to, key);
    await wait(responseMs);
    return { body: { sentMessages: [{ id: '1' }] } };
  }

  async function telegram(method: string, request: IncomingMessage): Promise<Reply> {
    const payload = telegramPayload(await buffer(request));
    if (/^send(Message|Photo)$/.test(method))
      take('telegram', String(payload.chat_id), withoutAddresses(String(payload.text)));
    await wait(method === 'getUpdates' ? 1_000 : responseMs);
    const message = { message_id: 1, date: 0, chat: { id: Number(payload.chat_id ?? 0), type: 'private' } };
    return { body: { ok: true, result: method === 'getUpdates' ? [] : message } };
  }

  async function responseTo(request: IncomingMessage): Promise<Reply> {
    const [, kind = '', ...path] = (request.url ?? '').split('/');
    if (kind === 'v2') return line(request);
    if (kind === `bot${telegramToken}`) return telegram(path[0] ?? '', request);
    const bytes = await buffer(request);
    if (kind === 'push') take('push', path.join('/'), browser.read({ bytes }).tag);
    else take('webhook', path.join('/'), String(request.headers['webhook-id']));
    await wait(responseMs);
    return { status: kind === 'push' ? 201 : 200 };
  }

  const server = createServer(async (request, response) => {
    const { status = 200, body } = await responseTo(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body && JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = newPushBrowser(url);
  const mail = await startSmtpSink(async ({ to, messageId }) => {
    take('email', to, messageId);
    await wait(responseMs);
  });
  return {
    received,
    /** What the server needs to know of them. */
    settings: {
      SMTP_URL: mail.url,
      OUTGOING_NETWORKS: '127.0.0.1',
      TELEGRAM_BOT_TOKEN: telegramToken,
      TELEGRAM_API_URL: url,
      LINE_BOT_CHANNEL_SECRET: '9f2c41d07be5836a4f90c1de27b85a63',
      LINE_BOT_CHANNEL_TOKEN: 'line+channel/access+token+0123456789==',
      LINE_BOT_API_URL: url,
    },
    /** What is stored of a contact, with `{contact}` where it is named. */
    targets: {
      webhook: { url: `${url}/webhook/{contact}`, secret: 'whsec_c2VjcmV0' },
      line: { chat: '{contact}', by: 'somebody' },
      telegram: { chat: '{contact}', by: '1' },
      push: { ...browser.subscription, url: `${url}/push/{contact}` },
    } satisfies Record<ServiceKind, Record<string, string>>,
    count: () => requests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await mail.stop();
    },
  };
}

export type MessageServices = Awaited<ReturnType<typeof startMessageServices>>;
