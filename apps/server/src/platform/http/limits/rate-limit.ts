import type { FastifyInstance } from 'fastify';
import { AppError, overloaded } from '../../errors.ts';
import { createQuietLog, type Logger } from '../../log/index.ts';
import { createMemoryCounter } from '../../throttle/index.ts';
import { isApiRequest } from '../api-requests.ts';
import { clientNetwork } from '../client-network.ts';
import { refuseLate } from '../work/refuse-late.ts';

const windowSeconds = 60;

/** Slows down one address with too many requests to the API; login and signup have their own, narrower limits. */
export function limitRate(app: FastifyInstance, requestsPerMinute: number, log: Logger): void {
  const counter = createMemoryCounter({ points: requestsPerMinute, windowSeconds });
  const quiet = createQuietLog(log.child({ part: 'http' }));
  app.addHook('onRequest', (request, reply, done) => {
    if (!isApiRequest(request)) return done();
    const network = clientNetwork(request.ip);
    const refuse = (error: Error) => {
      if (!(error instanceof AppError)) return done(error);
      quiet('warn', 'Requests are refused: too many in a minute', { ip: request.ip }, network);
      refuseLate(reply, () => done(overloaded(error.retryAfterSeconds ?? windowSeconds)));
    };
    counter.take(network).then(() => done(), refuse);
  });
}
