import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleApi, StripeProblem } from './stripe/api.ts';
import { parseForm } from './stripe/form.ts';
import { handlePage } from './stripe/pages.ts';
import { Webhooks } from './stripe/webhooks.ts';
import { StripeWorld } from './stripe/world.ts';

export interface StandInOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly prices: { readonly maker: string; readonly pro: string };
  /** Where Stripe's time comes from, ms since the epoch; tests move it. */
  readonly clock?: { now(): number };
  /** 0: any free port. */
  readonly port?: number;
}

interface Reply {
  readonly requested: string;
  readonly status: number;
  readonly body: string;
}

/**
 * Stripe on loopback, for tests: the part of its HTTP API that the server uses (form-encoded requests, idempotency keys, lists, its errors,
 * signed webhooks), and the pages that it shows to people. Written after https://docs.stripe.com/api.
 */
export async function startStripeStandIn(options: StandInOptions) {
  const { webhookSecret, secretKey, prices, clock = { now: () => Date.now() }, port = 0 } = options;
  const world = new StripeWorld({ prices, clock });
  const webhooks = new Webhooks(webhookSecret, clock);
  world.onEvent = (event) => webhooks.add(event);
  const replies = new Map<string, Reply>();
  const calls: string[] = [];
  const failing = new Set<string>();
  let isDown = false;

  const handle = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    if (!url.pathname.startsWith('/v1/')) {
      handlePage(world, { request, response, url, form: parseForm(text) });
      return;
    }
    const call = `${request.method} ${url.pathname}`;
    calls.push(call);
    const key = request.headers['idempotency-key'];
    const known = typeof key === 'string' ? replies.get(key) : undefined;
    const reply = known ?? replyTo(world, { request, url, text, secretKey, isFailing: failing.has(call) });
    if (known && known.requested !== requestOf(request, text)) {
      const problem = new StripeProblem(400, 'idempotency_error', 'This key was used with other parameters.');
      send(response, 400, bodyOf(problem));
      return;
    }
    if (known) response.setHeader('idempotent-replayed', 'true');
    if (typeof key === 'string') replies.set(key, reply);
    send(response, reply.status, reply.body);
  };

  const server = createServer((request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  world.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: world.address,
    world,
    webhooks,
    /** The calls of the API, such as `POST /v1/customers`. */
    calls,
    /** The calls that fail on the side of Stripe, which repeats that to the same idempotency key as any other reply. */
    failing,
    /** Hangs up on everybody, as when the network is broken. */
    setDown(down: boolean) {
      isDown = down;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>;

function replyTo(
  world: StripeWorld,
  requested: { request: IncomingMessage; url: URL; text: string; secretKey: string; isFailing: boolean },
): Reply {
  const { request, url, text, secretKey, isFailing } = requested;
  const about = { requested: requestOf(request, text) };
  try {
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      throw new StripeProblem(401, 'invalid_request_error', 'Invalid API Key provided');
    }
    if (isFailing) throw new StripeProblem(500, 'api_error', 'An unknown error occurred');
    const method = request.method ?? 'GET';
    const params = parseForm(method === 'POST' ? text : url.search.slice(1));
    return { ...about, status: 200, body: JSON.stringify(handleApi(world, { method, path: url.pathname, params })) };
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error;
    return { ...about, status: error.status, body: bodyOf(error) };
  }
}

const requestOf = ({ method, url }: IncomingMessage, text: string): string => `${method} ${url} ${text}`;

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_stand_in' });
  response.end(body);
}

const bodyOf = ({ type, code, message, param }: StripeProblem): string =>
  JSON.stringify({ error: { type, message, ...(code && { code }), ...(param && { param }) } });
