import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../errors.ts';
import { isApiRequest } from './api-requests.ts';
import { clientNetwork } from './client-network.ts';

const windowSeconds = 60;

/** Slows down one address that asks too much of the API; login and sign-up have their own, narrower limits. */
export function limitRate(app: FastifyInstance, requestsPerMinute: number): void {
  const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: windowSeconds });
  app.addHook('onRequest', async (request) => {
    if (!isApiRequest(request)) return;
    await limiter.consume(clientNetwork(request.ip)).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) throw rateLimited(Math.ceil(reason.msBeforeNext / 1000));
      throw reason;
    });
  });
}
