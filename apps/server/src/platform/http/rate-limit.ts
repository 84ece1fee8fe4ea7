import type { FastifyInstance } from 'fastify';
import { createMemoryCounter } from '../throttle/index.ts';
import { isApiRequest } from './api-requests.ts';
import { clientNetwork } from './client-network.ts';

const windowSeconds = 60;

/** Slows down one address that asks too much of the API; login and sign-up have their own, narrower limits. */
export function limitRate(app: FastifyInstance, requestsPerMinute: number): void {
  const counter = createMemoryCounter({ points: requestsPerMinute, windowSeconds });
  app.addHook('onRequest', async (request) => {
    if (isApiRequest(request)) await counter.take(clientNetwork(request.ip));
  });
}
