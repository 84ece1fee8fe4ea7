import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler, RouteOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { createQuietLog, type Logger } from '../../log/index.ts';
import { clientNetwork } from '../client-network.ts';
import type { RequestWork } from '../work/request-work.ts';
import { type ArrayExcess, arrayBoundOf, findArrayExcess, unboundedArrays } from './array-bounds.ts';
import { jsonExcess } from './json-size.ts';

/** A body is refused for how much it is, and not for its content. */
class ExcessiveBody extends AppError {}

/** What a body may have. Strangers send an address, a password and a token at most; accounts fill in a form. */
export const maxBodyBytes = { ofPublicRoute: 8 * 1024, ofRoute: 64 * 1024 };

/**
 * Bounds what is done with a body before it is known to be right: its bytes by the class of its route or its own `bodyLimit`, its depth and its values before
 * it is parsed, and the lengths of its arrays before an element of them is looked at. A route whose body may have an array of any
 * length cannot be added, so that this holds for every route.
 */
export function limitBodies(app: FastifyInstance, { work, log }: { work: RequestWork; log: Logger }): void {
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= limitOfClass(route);
    requireBounds(route);
  });
  const quiet = createQuietLog(log.child({ part: 'http' }));
  app.addHook('onError', async ({ method, routeOptions, ip }, _reply, error) => {
    if (!(error instanceof ExcessiveBody) && error.statusCode !== 413) return;
    const details = { request: `${method} ${routeOptions.url ?? 'unknown'}`, ip };
    quiet('warn', 'A request was refused: its body is too much', details, clientNetwork(ip));
  });
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const parseBounded = () => {
      const excess = jsonExcess(body, bodyLimitOf(request));
      if (excess === undefined) void parse(request, body, done);
      else done(new ExcessiveBody(400, 'bad_request', excess), undefined);
    };
    work.runQueued(request, parseBounded, body.length);
  });
}

const bodyLimitOf = ({ routeOptions }: FastifyRequest): number => routeOptions.bodyLimit ?? maxBodyBytes.ofRoute;

const limitOfClass = ({ config }: RouteOptions): number =>
  config?.access === 'public' ? maxBodyBytes.ofPublicRoute : maxBodyBytes.ofRoute;

function requireBounds({ method, url, schema }: RouteOptions): void {
  const bound = schema?.body instanceof z.core.$ZodType ? arrayBoundOf(schema.body) : undefined;
  const [unbounded] = bound ? unboundedArrays(bound) : [];
  if (unbounded === undefined) return;
  throw new Error(`${method} ${url}: the array "${unbounded}" of the body may have any length. Give it a max().`);
}

/** Compiles a Zod schema so that the lengths of all arrays are checked before any element: Zod itself looks at each of them first. */
export const boundedValidatorCompiler: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route);
  const bound = arrayBoundOf(route.schema);
  if (!bound) return validate;
  return (data) => {
    const excess = findArrayExcess(data, bound);
    return excess ? { error: tooMany(excess) } : validate(data);
  };
};

const tooMany = ({ path, sentence }: ArrayExcess): AppError =>
  new ExcessiveBody(400, 'validation_failed', `${path || 'body'}: ${sentence}`, {
    fields: { [path || 'body']: sentence },
  });
