import type { ErrorBody, ErrorReason } from '@cyno/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';
import { busyOf, type DatabaseFailure, databaseFailure, failureTexts } from '../database/index.ts';
import { AppError, because } from '../errors.ts';
import { createQuietLog, type Logger, type QuietLog } from '../log/index.ts';
import { fieldReason } from './field-reason.ts';
import { nothingHere } from './pages/web-app.ts';

/** Errors of Fastify itself that a client can cause, and the sentence for a person. */
const known: Record<number, Pick<ErrorBody, 'code' | 'error' | 'reason'>> = {
  400: { code: 'bad_request', error: 'The request cannot be read.', reason: 'request_unreadable' },
  404: nothingHere,
  413: { code: 'too_large', error: 'The request is too large.', reason: 'request_too_large' },
  415: { code: 'bad_request', error: 'The request must be JSON.', reason: 'request_unreadable' },
};

/** Every error becomes `{error, code}`; what nobody expected is a 500 with a fixed text, and its cause is only in the log. */
export function handleErrors(app: FastifyInstance, log: Logger): void {
  // While the database is away every request fails for the same reason.
  const quiet = createQuietLog(log);
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    if (error instanceof AppError) return sendAppError(error, request, { reply, quiet });
    if (hasZodFastifySchemaValidationErrors(error)) {
      return reply.code(400).send(validationBody(error.validation, error.validationContext));
    }
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) return reply.code(status).send(known[status] ?? known[400]);
    const busy = busyOf(error);
    if (busy) return sendAppError(busy, request, { reply, quiet });
    const failure = databaseFailure(error);
    if (failure) return sendAppError(databaseUnavailable(failure, error), request, { reply, quiet });
    noteFailure(quiet, request, error);
    const body: ErrorBody = {
      error: 'Something went wrong on the server. Try again.',
      code: 'internal',
      ...because('server_failed').why,
      requestId: request.id,
    };
    return reply.code(500).send(body);
  });
}

const databaseReasons = {
  disk_full: 'storage_full',
  read_only: 'storage_read_only',
  busy: 'server_busy',
  refused: 'storage_unavailable',
  no_right: 'storage_refused',
  away: 'storage_unavailable',
} as const satisfies Record<DatabaseFailure, ErrorReason>;

const databaseUnavailable = (failure: DatabaseFailure, cause: unknown): AppError =>
  new AppError(503, 'unavailable', failureTexts[failure], {
    ...because(databaseReasons[failure]),
    cause,
    retryAfterSeconds: 5,
  });

/** For requests that reach no route, such as a path that cannot be decoded. */
export function handleFrameworkError(error: FastifyError, _request: unknown, reply: FastifyReply): void {
  void reply.code(error.statusCode ?? 400).send(known[400]);
}

function noteFailure(quiet: QuietLog, request: FastifyRequest, err: Error): void {
  const route = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
  quiet('error', 'A request failed', { part: 'http', reqId: request.id, request: route, err });
}

function sendAppError(
  error: AppError,
  request: FastifyRequest,
  { reply, quiet }: { reply: FastifyReply; quiet: QuietLog },
): FastifyReply {
  if (error.status >= 500) noteFailure(quiet, request, error);
  if (error.status === 401) reply.header('www-authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply.code(error.status).send(error.toBody());
}

function validationBody(issues: ZodFastifySchemaValidationError[], part = 'body'): ErrorBody {
  const fields: Record<string, string> = {};
  const fieldReasons: NonNullable<ErrorBody['fieldReasons']> = {};
  for (const issue of issues) {
    const field = issue.instancePath.slice(1).replaceAll('/', '.') || part;
    if (fields[field] !== undefined) continue;
    fields[field] = issue.message ?? 'This is not valid.';
    const reason = fieldReason(issue);
    if (reason) fieldReasons[field] = reason;
  }
  const first = Object.entries(fields)[0];
  return { error: `${first?.[0]}: ${first?.[1]}`, code: 'validation_failed', fields, fieldReasons };
}
