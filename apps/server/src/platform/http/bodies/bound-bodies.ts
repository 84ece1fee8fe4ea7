import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may be on its way, seconds; 30 unless told. */
    bodySeconds?: number;
  }
}

const usualSeconds = 30;
/** For files over a slow line: 16 MB at 250 kbit/s. */
export const fileSeconds = 600;

/** Ends requests whose body takes longer than their route allows, with a 408: a sender that trickles must not keep its place. */
export function boundBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const seconds = request.routeOptions.config.bodySeconds ?? usualSeconds;
    const timer = setTimeout(() => {
      if (raw.complete || !raw.socket.writable) return;
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      raw.destroy();
    }, seconds * 1_000).unref();
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    done();
  });
}
