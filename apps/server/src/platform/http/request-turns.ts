import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../errors.ts';
import { FairPlaces, type Refusal } from '../fair-places/index.ts';
import { type Requester, runFor } from '../requester.ts';
import { isApiRequest } from './api-requests.ts';
import { clientNetwork } from './client-network.ts';

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
/** Who logs in takes turns of their own, so that the requests that are under way keep nobody out; so do boards that fetch firmware. */
const reserved = /^\/api\/(auth|ota)\//;

/**
 * Lets requests to the API take turns: of an account, or a network, a few are worked on at once and some wait; beyond that they are
 * refused with a 429. A turn ends with the answer, however long it then takes to be read. What a request does counts as its account's.
 */
export function giveRequestsTurns(app: FastifyInstance): void {
  const turns = new FairPlaces<string>({
    places: Number.POSITIVE_INFINITY,
    perKey: requestsAtOnce,
    waitingPerKey: requestsWaiting,
    ...{ maxWaitMs, refusal },
  });
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRoute', (route: RouteOptions & { websocket?: boolean }) => {
    if (route.websocket) route.config = { ...route.config, staysOpen: true };
  });
  // Who it is has to be found out as well.
  app.addHook('onRequest', (request, _reply, done) => runFor(requesterOf(request), done));
  app.addHook('preValidation', (request, reply, done) => {
    const requester = requesterOf(request);
    if (!isApiRequest(request) || request.is404 || request.routeOptions.config.staysOpen) {
      runFor(requester, done);
      return;
    }
    const begin = (end: () => void) => {
      // Nobody waits for the answer any more.
      if (reply.raw.destroyed) return end();
      ends.set(request, end);
      reply.raw.once('close', end);
      runFor(requester, done);
    };
    turns.take(requester).then(begin, done);
  });
  app.addHook('onSend', (request, _reply, _payload, done) => {
    ends.get(request)?.();
    done();
  });
}

function requesterOf(request: FastifyRequest): Requester {
  const { accountId, ip, routeOptions } = request;
  const isReserved = reserved.test(routeOptions.url ?? '');
  const who = accountId === null ? `network ${clientNetwork(ip)}` : `account ${accountId}`;
  return { key: isReserved ? `reserved ${who}` : who, isReserved };
}

function refusal(why: Refusal): AppError {
  if (why === 'full') return new AppError(503, 'unavailable', 'The server is busy. Try again.', { retryAfterSeconds });
  const sentence = 'Too many of your requests are under way. Wait a moment and send fewer at once.';
  return new AppError(429, 'rate_limited', sentence, { retryAfterSeconds });
}
