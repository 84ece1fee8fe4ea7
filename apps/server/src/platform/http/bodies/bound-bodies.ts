import type { IncomingMessage } from 'node:http';
import { constants, type Http2ServerRequest } from 'node:http2';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long the body of a request may be on its way, seconds; 30 by default. A body that may take longer must come at a rate. */
    bodySeconds?: number;
  }
}

const usualSeconds = 30;
/** For files over a slow line: 16 MB at 250 kbit/s. */
export const fileSeconds = 600;
/** Averaged over a while, since mobile networks pause. */
const leastBytesPerSecond = 8 * 1024;
const rateSeconds = 15;
/** A timer that is later than this stood still with the process. */
const latestMs = 1_000;
/** What of a body can have come together with the headers. */
const firstReadBytes = 64 * 1024;

/**
 * Ends requests whose body takes longer than their route allows, or comes more slowly than 8 KB a second where that is long, with a 408:
 * a sender that trickles must not keep its place.
 */
export function boundBodies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request;
    const seconds = request.routeOptions.config.bodySeconds ?? usualSeconds;
    const end = () => {
      if (raw.complete || !raw.socket.writable) return;
      if (raw.httpVersionMajor === 2) {
        (raw as unknown as Http2ServerRequest).stream.close(constants.NGHTTP2_ENHANCE_YOUR_CALM);
        return;
      }
      raw.socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
      raw.destroy();
    };
    // Where the process stood still, timers come before what arrived meanwhile.
    const timer = setTimeout(() => setImmediate(end), seconds * 1_000).unref();
    const rate = seconds > usualSeconds ? watchRate(raw, end) : undefined;
    const clear = () => {
      clearTimeout(timer);
      clearInterval(rate);
    };
    raw.once('end', clear).once('close', clear);
    done();
  });
}

/** Calls `tooSlow` when less came within a while than should, unless this process stood still meanwhile and read nothing. */
function watchRate({ socket }: IncomingMessage, tooSlow: () => void): NodeJS.Timeout {
  let before = socket.bytesRead - firstReadBytes;
  let began = performance.now();
  return setInterval(() => {
    const came = socket.bytesRead - before;
    const lateMs = performance.now() - began - rateSeconds * 1_000;
    before = socket.bytesRead;
    began = performance.now();
    if (lateMs <= latestMs && came < leastBytesPerSecond * rateSeconds) tooSlow();
  }, rateSeconds * 1_000).unref();
}
