import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Counter } from '../throttle/index.ts';
import { clientNetwork } from './client-network.ts';

/** Says whether a part that requests depend on works now. */
export type ReadyCheck = () => Promise<boolean>;

export interface OperationsOptions {
  readonly metrics: Metrics;
  /** Without one, only programs of this machine may read `/metrics`. */
  readonly metricsToken: string | null;
  /** Counts tries of the token by network. */
  readonly metricsTries?: Pick<Counter, 'take' | 'giveBack'> | undefined;
  readonly checks: Record<string, ReadyCheck>;
}

const checkTimeoutMs = 2_000;
/** Anybody may ask, and asking costs a query: an answer is given for this long. */
const answerAgeMs = 1_000;

/** What supervisors and Prometheus ask: `/healthz` (the process), `/readyz` (its parts) and `/metrics`. */
export function operationsRoutes(app: FastifyInstance, options: OperationsOptions): void {
  const open = { config: { access: 'public' }, schema: { hide: true } } as const;

  app.get('/healthz', open, () => ({ status: 'ok' }));

  const readiness = newReadiness(options.checks);
  app.get('/readyz', open, async (_request, reply) => {
    const answer = await readiness();
    return reply.code(answer.ready ? 200 : 503).send(answer);
  });

  app.get('/metrics', open, async (request, reply) => {
    if (!(await mayRead(request, options))) throw notFound('page', '/metrics');
    return reply.type(options.metrics.contentType).send(await options.metrics.metrics());
  });
}

/** Asks every part, all callers at once and no more often than once a second. */
function newReadiness(checks: Record<string, ReadyCheck>): () => Promise<Record<string, boolean> & { ready: boolean }> {
  const ask = async () => {
    const parts = Object.entries(checks).map(async ([name, check]) => [name, await inTime(check)] as const);
    const results = await Promise.all(parts);
    return { ready: results.every(([, works]) => works), ...Object.fromEntries(results) };
  };
  let answer: ReturnType<typeof ask> | undefined;
  const forget = () => {
    answer = undefined;
  };
  return () => {
    answer ??= ask().finally(() => setTimeout(forget, answerAgeMs).unref());
    return answer;
  };
}

function inTime(check: ReadyCheck): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), checkTimeoutMs);
    check()
      .then(resolve, () => resolve(false))
      .finally(() => clearTimeout(timer));
  });
}

/** Throws a 429 when the token was guessed at too often, also for the right one: otherwise guessing could go on. */
async function mayRead(request: FastifyRequest, { metricsToken: token, metricsTries }: OperationsOptions) {
  const given = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token && given) {
    const network = clientNetwork(request.ip);
    await metricsTries?.take(network);
    if (sameText(token, given)) {
      await metricsTries?.giveBack(network);
      return true;
    }
  }
  // Behind a proxy on this machine every visitor has its address.
  return !isForwarded(request.headers) && /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
}

/** What proxies say about the visitor: each kind sends some of these, and what they are called begins alike. */
const forwardingHeader =
  /^(forwarded$|x-forwarded|x-original|x-real|x-client|x-cluster-client|true-client|via$|cf-|fastly-|fly-|x-envoy)/;

const isForwarded = (headers: FastifyRequest['headers']): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name));

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
