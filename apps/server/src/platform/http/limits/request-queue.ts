import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError, because } from '../../errors.ts';
import { FairPlaces, type Refusal } from '../../fair-places/index.ts';
import { createQuietLog, type Logger } from '../../log/index.ts';
import { runFor } from '../../requester.ts';
import { isApiRequest } from '../api-requests.ts';
import { hasClientLeft } from '../has-client-left.ts';
import type { RequestWork } from '../work/request-work.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Stays open for as long as somebody likes, such as a WebSocket, so that it takes no turn. */
    staysOpen?: boolean;
  }
}

/** Of one account, or of one network where no account is known. A browser sends six at once to a server. */
const requestsAtOnce = 6;
const requestsWaiting = 100;
const maxWaitMs = 30_000;
const retryAfterSeconds = 2;

/**
 * Lets requests to the API take turns: of an account, or a network, a few are handled at once and some wait; beyond that they are refused
 * with a 429. What has a share of its own, such as logging in, takes turns of its own. A turn ends with the response, however long it then
 * takes to be read. What a request does counts as its account's.
 */
export function queueRequests(
  app: FastifyInstance,
  { work, log }: { work: Pick<RequestWork, 'requesterOf'>; log: Logger },
): void {
  const quiet = createQuietLog(log.child({ part: 'http' }));
  const places = new FairPlaces<string>({
    places: Number.POSITIVE_INFINITY,
    perKey: requestsAtOnce,
    waitingPerKey: requestsWaiting,
    maxWaitMs,
    refusal,
  });
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRoute', (route: RouteOptions & { websocket?: boolean }) => {
    if (route.websocket) route.config = { ...route.config, staysOpen: true };
  });
  // Who it is has to be found out as well.
  app.addHook('onRequest', (request, _reply, done) => runFor(work.requesterOf(request), done));
  app.addHook('preValidation', (request, reply, done) => {
    const requester = work.requesterOf(request);
    if (!isApiRequest(request) || request.is404 || request.routeOptions.config.staysOpen) {
      runFor(requester, done);
      return;
    }
    const begin = (end: () => void) => {
      // Nobody waits for the response any more, and its 'close' does not come again.
      if (hasClientLeft(request.raw)) return end();
      ends.set(request, end);
      reply.raw.once('close', end);
      runFor(requester, done);
    };
    const refuse = (error: Error) => {
      quiet('warn', 'Requests are refused: too many at once', { of: requester.key, ip: request.ip }, requester.key);
      done(error);
    };
    places.take(requester).then(begin, refuse);
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    ends.get(request)?.();
    done();
  });
}

function refusal(why: Refusal): AppError {
  if (why === 'full')
    return new AppError(503, 'unavailable', 'The server is busy. Try again.', {
      ...because('server_busy'),
      retryAfterSeconds,
    });
  const sentence = 'Too many of your requests are under way. Wait a moment and send fewer at once.';
  return new AppError(429, 'rate_limited', sentence, {
    ...because('too_many_requests'),
    retryAfterSeconds,
    isNoted: true,
  });
}
