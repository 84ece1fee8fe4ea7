import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from '../log/index.ts';
import type { Metrics } from '../metrics/index.ts';
import { type Authenticate, addAccessControl } from './access.ts';
import { handleErrors } from './error-handler.ts';

/** The HTTP server: routes take and answer what their Zod schemas say. */
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
  /** Addresses of proxies whose `X-Forwarded-For` is believed; false: none. */
  readonly trustProxy?: string[] | false;
}

const largestBody = 256 * 1024;
const requestTimeoutMs = 30_000;
/** 64 characters of an espid, each percent-encoded. */
const longestParameter = 200;

/** Makes the server without routes; features add theirs before it listens. */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const app: Http = fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    disableRequestLogging: true,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: largestBody,
    requestTimeout: requestTimeoutMs,
    forceCloseConnections: true,
    // Identifiers of strangers would let them forge log entries.
    requestIdHeader: false,
    genReqId: () => randomBytes(8).toString('hex'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestParameter },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  addAccessControl(app, options.authenticate);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'There is nothing at this address.', code: 'not_found' }),
  );
  return app;
}
