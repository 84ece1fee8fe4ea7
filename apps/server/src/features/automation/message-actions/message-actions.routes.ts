import { messageHeader } from '@cyno/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { clientNetwork, type Http, labelRequests, routesOf } from '../../../platform/http/index.ts';
import { createMemoryCounter } from '../../../platform/throttle/index.ts';
import type { MessageActions } from './message-actions.service.ts';

/** What the link in a message opens. Only a POST has an effect: programs that look at the links of a mail must change nothing. */
export function messageActionRoutes(app: Http, { actions }: { actions: MessageActions }): void {
  const route = routesOf(app);
  labelRequests(app, 'message-actions', { 'POST /api/public/message/actions': 'Acted from a message' });
  const misses = createMemoryCounter({ points: 20, windowSeconds: 600 });
  const actionsOfNetwork = createMemoryCounter({ points: 60, windowSeconds: 60 });
  const receiptsOfNetwork = createMemoryCounter({ points: 120, windowSeconds: 60 });

  /** Anyone who tries tokens that do not exist is slowed down. */
  const slowly = async <Result>(request: FastifyRequest, use: (token: string) => Promise<Result>): Promise<Result> => {
    const token = request.headers[messageHeader];
    try {
      if (typeof token === 'string' && /^[\w-]{43}$/.test(token)) return await use(token);
      throw new AppError(404, 'not_found', 'The header X-Cyno-Message holds no token of a message.');
    } catch (error) {
      if (error instanceof AppError && error.status === 404) await misses.take(clientNetwork(request.ip));
      throw error;
    }
  };

  route('GET /api/public/message', { config: { access: 'public' } }, (request) =>
    slowly(request, (token) => actions.show(token)),
  );

  route('POST /api/public/message/receipts', { config: { access: 'public' } }, async (request, reply) => {
    await receiptsOfNetwork.take(clientNetwork(request.ip));
    await slowly(request, (token) => actions.report(token, request.body.state));
    return reply.code(204).send(null);
  });

  route('POST /api/public/message/actions', { config: { access: 'public' } }, async (request) => {
    await actionsOfNetwork.take(clientNetwork(request.ip));
    return slowly(request, (token) => actions.performByLink(token, request.body.action));
  });
}
