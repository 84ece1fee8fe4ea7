import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { type Clock, systemClock } from '../clock.ts';
import { createQuietLog, type Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { Counter } from '../throttle/index.ts';
import type { WorkShares } from '../work-budget/index.ts';
import { type Authenticate, addAccessControl } from './access.ts';
import { isApiRequest } from './api-requests.ts';
import { limitBodyBytes } from './bodies/body-bytes.ts';
import { boundedValidatorCompiler, limitBodies, maxBodyBytes } from './bodies/body-limits.ts';
import { boundBodies, fileSeconds } from './bodies/bound-bodies.ts';
import { handleErrors, handleFrameworkError } from './error-handler.ts';
import { limitRate } from './limits/rate-limit.ts';
import { queueRequests } from './limits/request-queue.ts';
import { logRequests } from './log-requests.ts';
import { measureRequests } from './measure.ts';
import { OpenSockets, openSocketLimits } from './open-sockets.ts';
import { describeRoutes } from './openapi.ts';
import { type OperationsOptions, operationsRoutes, type ReadyCheck } from './operations.ts';
import { basePathOf, withoutBase } from './pages/base-path.ts';
import { leadToHttps, type OwnHttps } from './pages/lead-to-https.ts';
import { addSecurityHeaders } from './pages/security-headers.ts';
import { nothingHere, serveWebApp, type WebRoots } from './pages/web-app.ts';
import { endUnreadStreams } from './responses/end-unread-streams.ts';
import { sliceLargeResponses } from './responses/slice-responses.ts';
import { refuseOtherOrigins } from './same-origin.ts';
import { RequestWork, type ReservedShares } from './work/request-work.ts';
import { newRequestShares } from './work/work-limits.ts';

/** The HTTP server: routes accept and return what their Zod schemas define. */
export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface HttpOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly authenticate: Authenticate;
  readonly clock?: Clock;
  /** Addresses of proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy?: string[] | null;
  /** The address that people use, when the operator set it. Pages are the same with and without its path, as proxies pass it on or not. */
  readonly publicUrl?: string | null;
  /** Null: this server speaks no TLS itself. */
  readonly ownHttps?: OwnHttps | null;
  /** Where pages may look whether the browser trusts the server. */
  readonly homeAddresses?: () => readonly string[];
  readonly metricsToken?: string | null;
  /** Counts tries of that token by network. */
  readonly metricsTries?: Pick<Counter, 'take' | 'giveBack'>;
  /** Whether pages may load analytics from their host. */
  readonly analytics?: boolean;
  /** The origin from which pages may load pictures of maps. */
  readonly mapTilesOrigin?: string | null;
  /** The origins from which pages may load pictures and other pages. */
  readonly embedOrigins?: readonly string[];
  /** What `/readyz` checks, by name. */
  readonly checks?: Record<string, ReadyCheck>;
  /** What `/readyz` reports besides. */
  readonly problems?: OperationsOptions['problems'];
  readonly serves?: OperationsOptions['serves'];
  readonly web?: WebRoots;
  /** Counts what requests cost; also what they cost at the database, where it gets them as well. */
  readonly shares?: WorkShares;
  /** What of an address is counted apart from the rest. */
  readonly reservedShares?: ReservedShares;
  /** Of one address. */
  readonly requestsPerMinute?: number;
}

export const headersTimeoutMs = 30_000;
/** How often it is looked at whose headers are late. */
export const lateCheckMs = 5_000;
export const requestTimeoutMs = (fileSeconds + 30) * 1_000;
/** A proxy uses a connection again for up to a minute, and must not meet one that is just being closed. */
const keepAliveMs = { ofBrowsers: 10_000, ofProxies: 72_000 };
/** As long as nothing moves on a connection in either direction; routes respond sooner. */
export const stalledMs = 5 * 60_000;
const defaultRequestsPerMinute = 3_000;
/** 64 characters of an espid, each percent-encoded. */
const longestParameter = 200;

/** Makes the server with what every installation has; features add their routes before it listens. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const basePath = basePathOf(options.publicUrl ?? null);
  const app: Http = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    bodyLimit: maxBodyBytes.ofRoute,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: options.trustProxy ? keepAliveMs.ofProxies : keepAliveMs.ofBrowsers,
    // A client that reads nothing of a response would keep its connection.
    connectionTimeout: stalledMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: lateCheckMs },
    forceCloseConnections: true,
    // A machine that is busy with other things starts late, instead of not at all.
    pluginTimeout: 0,
    // Identifiers of strangers would let them forge log entries.
    requestIdHeader: false,
    genReqId: () => randomBytes(8).toString('hex'),
    frameworkErrors: handleFrameworkError,
    rewriteUrl: (request: IncomingMessage) => withoutBase(request.url ?? '/', basePath),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParameter },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(boundedValidatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const quiet = createQuietLog(options.log.child({ part: 'http' }));
  new OpenSockets({ log: quiet, trustProxy: options.trustProxy ?? [], limits: openSocketLimits }).watch(app);
  const { shares = newRequestShares(), reservedShares: reserved = {} } = options;
  const work = new RequestWork({ shares, reserved, log: options.log });
  work.startWithAddress(app);
  handleErrors(app, options.log);
  logRequests(app, options.log);
  measureRequests(app, options.metrics);
  boundBodies(app);
  limitBodies(app, { work, log: options.log });
  limitBodyBytes(app, options.log);
  queueRequests(app, { work, log: options.log });
  limitRate(app, options.requestsPerMinute ?? defaultRequestsPerMinute, options.log);
  refuseOtherOrigins(app, options.publicUrl ?? null);
  addAccessControl(app, options.authenticate, options.clock ?? systemClock);
  work.continueWithAccount(app);
  sliceLargeResponses(app);
  endUnreadStreams(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (isApiRequest(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  if (options.ownHttps) leadToHttps(app, options.ownHttps);
  await addSecurityHeaders(app, {
    encrypted: options.publicUrl?.startsWith('https:') ?? false,
    strict: !options.ownHttps,
    analytics: options.analytics ?? false,
    mapTilesOrigin: options.mapTilesOrigin ?? null,
    embedOrigins: options.embedOrigins ?? [],
    homeAddresses: options.homeAddresses ?? (() => []),
  });
  await describeRoutes(app, basePath);
  const {
    metrics,
    metricsToken = null,
    metricsTries,
    checks = {},
    problems = async () => [],
    serves = () => true,
  } = options;
  operationsRoutes(app, { metrics, metricsToken, metricsTries, checks, problems, serves });
  if (options.web) await serveWebApp(app, { ...options.web, basePath });
  else app.setNotFoundHandler((_request, reply) => reply.code(404).send(nothingHere));
  return app;
}
