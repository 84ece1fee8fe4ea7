import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** Slow enough that a kill always interrupts some. */
const responseMs = 40;
const telegramToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';

/** A service as far as it takes messages, and whether it recognizes one that is sent again. */
export const serviceKinds = ['webhook', 'line', 'telegram', 'push'] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** What a contact got: the keys of its messages, where the service is given one. */
export type Received = Map<string, string[]>;

interface Reply {
  readonly status?: number;
  readonly body?: object;
}

/**
 * Services on loopback that take messages and count them by the contact that got them: webhooks, LINE with its retry key, Telegram and a
 * push service, which know none.
 */
export async function startMessageServices() {
  const received: Record<ServiceKind, Received> = {
    webhook: new Map(),
    line: new Map(),
    telegram: new Map(),
    push: new Map(),
  };
  const retryKeys = new Set<string>();
  let requests = 0;
  const take = (kind: ServiceKind, contact: string, key: string) => {
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
    const payload = (await json(request).catch(() => ({}))) as { chat_id?: string };
    if (method === 'sendMessage') take('telegram', String(payload.chat_id), '');
    await wait(method === 'getUpdates' ? 1_000 : responseMs);
    const message = { message_id: 1, date: 0, chat: { id: Number(payload.chat_id ?? 0), type: 'private' } };
    return { body: { ok: true, result: method === 'getUpdates' ? [] : message } };
  }

  async function responseTo(request: IncomingMessage): Promise<Reply> {
    const [, kind = '', ...path] = (request.url ?? '').split('/');
    if (kind === 'v2') return line(request);
    if (kind === `bot${telegramToken}`) return telegram(path[0] ?? '', request);
    request.resume();
    if (kind === 'push') take('push', path.join('/'), '');
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
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  return {
    received,
    /** What the server needs to know of them. */
    settings: {
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
      push: {
        url: `${url}/push/{contact}`,
        p256dh: browser.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    } satisfies Record<ServiceKind, Record<string, string>>,
    count: () => requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type MessageServices = Awaited<ReturnType<typeof startMessageServices>>;
