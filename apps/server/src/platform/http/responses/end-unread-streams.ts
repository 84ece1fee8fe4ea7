import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hasClientLeft } from '../has-client-left.ts';

/** Ends what would be sent to a client that has left: over HTTP/2 it would wait for ever to be read, and keep what it holds. */
export function endUnreadStreams(app: FastifyInstance): void {
  app.addHook('onSend', async (request, _reply, payload) => {
    if (payload instanceof Readable && hasClientLeft(request.raw)) payload.destroy();
    return payload;
  });
}
