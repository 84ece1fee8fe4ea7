import { timingSafeEqual } from 'node:crypto';
import type { ServerProblem } from '@cyno/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { describeProblem } from '../health/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { runForServer } from '../requester.ts';
import type { Counter } from '../throttle/index.ts';
import { clientNetwork } from './client-network.ts';

/** Checks whether a part that requests depend on works now; a text describes why it does not. */
export type ReadyCheck = () => Promise<boolean | string>;

export interface OperationsOptions {
  readonly metrics: Metrics;
  /** Without one, only programs of this machine may read `/metrics`. */
  readonly metricsToken: string | null;
  /** Counts tries of the token by network. */
  readonly metricsTries?: Pick<Counter, 'take' | 'giveBack'> | undefined;
  readonly checks: Record<string, ReadyCheck>;
  /** What is wrong besides; while something fails, the server is not ready. */
  readonly problems: () => Promise<readonly ServerProblem[]>;
  /** False: another server has the database, or may have it by now. */
  readonly serves: () => boolean;
}

/** The response of `/readyz`: whether each part works, why the server is not ready, and what an operator should look at. */
export type Readiness = { ready: boolean; reasons?: string[]; warnings?: string[] } & Record<string, unknown>;

const checkTimeoutMs = 2_000;
/** Anybody may request it, and each costs a query: a response is given for this long. */
const readinessAgeMs = 1_000;

/**
 * What supervisors, load balancers and Prometheus request: `/healthz` (the process), `/healthz/serving` (whether it is the one of several
 * servers that serves, also for 12 s without its database), `/readyz` (its parts) and `/metrics`.
 */
export function operationsRoutes(app: FastifyInstance, options: OperationsOptions): void {
  const open = { config: { access: 'public' }, schema: { hide: true } } as const;

  app.get('/healthz', open, () => ({ status: 'ok' }));

  app.get('/healthz/serving', open, (_request, reply) => {
    const serving = options.serves();
    return reply.code(serving ? 200 : 503).send({ serving });
  });

  const readiness = newReadiness(options);
  app.get('/readyz', open, async (_request, reply) => {
    const current = await readiness();
    return reply.code(current.ready ? 200 : 503).send(current);
  });

  app.get('/metrics', open, async (request, reply) => {
    if (!(await mayRead(request, options))) throw notFound('page', '/metrics');
    return reply.type(options.metrics.contentType).send(await options.metrics.metrics());
  });
}

/** Checks every part, all callers at once and no more often than once a second. */
function newReadiness({ checks, problems }: Pick<OperationsOptions, 'checks' | 'problems'>): () => Promise<Readiness> {
  const fetchReadiness = async () => {
    const parts = Object.entries(checks).map(async ([name, check]) => [name, await inTime(name, check)] as const);
    const [results, found] = await Promise.all([Promise.all(parts), problemsInTime(problems)]);
    return readinessOf(results, found);
  };
  let response: Promise<Readiness> | undefined;
  const forget = () => {
    response = undefined;
  };
  return () => {
    response ??= runForServer(fetchReadiness).finally(() => setTimeout(forget, readinessAgeMs).unref());
    return response;
  };
}

function readinessOf(
  checks: readonly (readonly [string, true | string])[],
  problems: readonly ServerProblem[],
): Readiness {
  const textsOf = (severity: ServerProblem['severity']) =>
    problems.filter((problem) => problem.severity === severity).map(({ text }) => text);
  const failed = checks.flatMap(([, result]) => (result === true ? [] : [result]));
  const reasons = [...failed, ...textsOf('failing')];
  const warnings = textsOf('warning');
  return {
    ready: reasons.length === 0,
    ...Object.fromEntries(checks.map(([name, result]) => [name, result === true])),
    ...(reasons.length > 0 && { reasons }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** True when it works, otherwise a sentence that describes the failure. */
async function inTime(name: string, check: ReadyCheck): Promise<true | string> {
  const result = await withinLimit(check, false);
  return typeof result === 'boolean' ? result || `The ${name} does not work, or does not answer.` : result;
}

const problemsInTime = (problems: OperationsOptions['problems']): Promise<readonly ServerProblem[]> =>
  withinLimit(problems, [
    describeProblem({ part: 'server', severity: 'failing', reason: 'not_checked', values: {}, since: Date.now() }),
  ]);

/** The result of `call`; `otherwise` when it fails or takes too long. */
function withinLimit<T>(call: () => Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), checkTimeoutMs);
    call()
      .then(resolve, () => resolve(otherwise))
      .finally(() => clearTimeout(timer));
  });
}

/** Throws a 429 when the token was guessed at too often, also for the right one: otherwise guessing could continue. */
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
  return !isForwarded(request) && /^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? '');
}

/** The headers of proxies about the visitor: each kind sends some of these, and what they are called begins alike. */
const forwardingHeader =
  /^(forwarded$|x-forwarded|x-original|x-real|x-client|x-cluster-client|true-client|via$|cf-|fastly-|fly-|x-envoy)/;

/** A name that only this machine has: a proxy, or a page that another site opened here, passes on that of its own address. */
const ownHost = /^(localhost|127(\.\d+){3}|\[::1\]|[^.:[\]]+)(:\d+)?$/i;

/** nginx names nobody unless it is configured to, but speaks HTTP/1.0. */
const isForwarded = ({ headers, raw }: FastifyRequest): boolean =>
  raw.httpVersion === '1.0' ||
  !ownHost.test(headers.host ?? '') ||
  Object.keys(headers).some((name) => forwardingHeader.test(name));

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
