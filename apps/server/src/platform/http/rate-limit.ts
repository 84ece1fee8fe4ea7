import type { FastifyInstance } from 'fastify';
import { AppError, overloaded } from '../errors.ts';
import { createOnceAMinute, type Logger } from '../log/index.ts';
import { createMemoryCounter } from '../throttle/index.ts';
import { isApiRequest } from './api-requests.ts';
import { clientNetwork } from './client-network.ts';

const windowSeconds = 60;

/** Slows down one address that asks too much of the API; login and sign-up have their own, narrower limits. */
export function limitRate(app: FastifyInstance, requestsPerMinute: number, log: Logger): void {
  const counter = createMemoryCounter({ points: requestsPerMinute, windowSeconds });
  const noteOnce = createOnceAMinute(log.child({ part: 'http' }));
  app.addHook('onRequest', async (request) => {
    if (!isApiRequest(request)) return;
    const network = clientNetwork(request.ip);
    await counter.take(network).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      noteOnce(network, 'Requests are refused: too many in a minute', { ip: request.ip });
      throw overloaded(error.retryAfterSeconds ?? windowSeconds);
    });
  });
}
