import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { createQuietLog, type Logger, type QuietLog } from '../log/index.ts';
import { isApiRequest } from './api-requests.ts';
import { clientNetwork } from './client-network.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `refusals`: a request that succeeds leaves no line. */
    log?: 'refusals';
  }
  interface FastifyInstance {
    /** The labels of routes for operators, and the parts of the server that these belong to; by `POST /api/…`. */
    readonly requestLogLabels: Map<string, { readonly part: string; readonly label: string }>;
  }
}

/**
 * What the log calls the actions of people, by `POST /api/…`; a route without a label leaves a line only when it is refused, fails or is
 * slow.
 */
export function labelRequests(app: FastifyInstance, part: string, labels: Readonly<Record<string, string>>): void {
  for (const [route, label] of Object.entries(labels)) app.requestLogLabels.set(route, { part, label });
}

/** Until a response begins; how long a download then takes is the reader's matter. */
const slowMs = 2_000;
const longestEmail = 254;

/**
 * Writes down what was changed, refused or slow, each kind at most ten times in ten seconds; what was slow, too often, or has no name once
 * a minute for an address; at level debug every request.
 * Only the route's pattern is written: addresses hold tickets and their queries tokens.
 */
export function logRequests(app: FastifyInstance, log: Logger): void {
  app.decorate('requestLogLabels', new Map());
  const quiet = createQuietLog(log);
  const codes = new WeakMap<FastifyRequest, string>();
  const noted = new WeakSet<FastifyRequest>();
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError)) return;
    codes.set(request, error.code);
    if (error.isNoted) noted.add(request);
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.elapsedTime < slowMs) return;
    const details = { part: 'http', ...facts(request, reply), ms: Math.round(reply.elapsedTime) };
    quiet('warn', 'A request was slow', details, clientNetwork(request.ip));
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!isApiRequest(request) || reply.statusCode === 101 || noted.has(request)) return;
    note({ request, reply, code: codes.get(request) }, { quiet, log });
  });
}

function note(
  { request, reply, code }: { request: FastifyRequest; reply: FastifyReply; code: string | undefined },
  { quiet, log }: { quiet: QuietLog; log: Logger },
): void {
  const { statusCode } = reply;
  const route = `${request.method} ${request.routeOptions.url}`;
  const { part, label } = request.server.requestLogLabels.get(route) ?? { part: 'http', label: undefined };
  const details = () => ({ part, ...facts(request, reply), ...(code && { code }), ms: Math.round(reply.elapsedTime) });
  const refused = statusCode === 401 || statusCode === 403 || statusCode === 429;
  if (statusCode < 400 && label !== undefined) quiet('info', label, details());
  else if (statusCode === 429 && label !== undefined)
    quiet('warn', `${label}: refused`, details(), clientNetwork(request.ip));
  else if (refused && label !== undefined) quiet('warn', `${label}: refused`, details());
  // Who requests anything without a right to it does so often.
  else if (refused) quiet('warn', 'A request: refused', details(), clientNetwork(request.ip));
  else if (statusCode >= 400 && label !== undefined) quiet('info', `${label}: not done`, details());
  else if (request.routeOptions.config.log !== 'refusals') log.debug(details(), 'Request completed');
}

function facts(request: FastifyRequest, reply: FastifyReply): object {
  const { method, routeOptions, params, body, ip } = request;
  return {
    reqId: request.id,
    request: `${method} ${routeOptions.url ?? 'unknown'}`,
    status: reply.statusCode,
    ...textOf('account', request.accountEmail ?? addressOf(body), longestEmail),
    ...textOf('espid', field(params, 'espId') ?? field(params, 'espid'), 64),
    ip,
  };
}

/** Only what can be an address: people type their password into the wrong field. */
function addressOf(body: unknown): unknown {
  const email = field(body, 'email');
  return typeof email === 'string' && email.includes('@') ? email : undefined;
}

const field = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined;

/** What strangers send is shown as far as it can be what it should be. */
const textOf = (name: string, value: unknown, longest: number): object =>
  typeof value === 'string' && value !== '' ? { [name]: value.slice(0, longest) } : {};
