import type { Http2ServerRequest } from 'node:http2';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, because, overloaded } from '../../errors.ts';
import { createQuietLog, type Logger } from '../../log/index.ts';
import { clientNetwork } from '../client-network.ts';
import { hasClientLeft } from '../has-client-left.ts';

const megabyte = 1024 ** 2;
/** What the bodies of requests under way may have together. Who has none yet may also use the second half. */
export const maxBodyBytesTogether = { ofNetwork: 16 * megabyte, inAll: 128 * megabyte };
/** So much nobody needs to count: the number of requests bounds it. */
const smallBytes = 8 * 1024;
/** Routes for larger ones, which are firmware and backups, have hooks of their own that bound them. */
const largestBytes = megabyte;
const retrySeconds = 2;

/**
 * Bounds what the bodies of all requests take in memory: by what they announce, before anything of them is read, since each may be on its
 * way for half a minute. Refused with a 429 where the network of the client has its share, with a 503 where others have all.
 */
export function limitBodyBytes(app: FastifyInstance, log: Logger): void {
  const quiet = createQuietLog(log.child({ part: 'http' }));
  const networks = new Map<string, number>();
  let inAll = 0;
  const add = (network: string, bytes: number) => {
    const held = (networks.get(network) ?? 0) + bytes;
    inAll += bytes;
    if (held > 0) networks.set(network, held);
    else networks.delete(network);
  };
  app.addHook('onRoute', ({ method, url, bodyLimit = 0, onRequest, preParsing }) => {
    if (bodyLimit > largestBytes && !onRequest && !preParsing)
      throw new Error(
        `${method} ${url}: a body of more than 1 MB needs a bound of its own, in onRequest or preParsing.`,
      );
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = announcedBytes(request);
    if (bytes <= smallBytes || bytes > largestBytes || hasClientLeft(request.raw)) return done(null, payload);
    const network = clientNetwork(request.ip);
    const held = networks.get(network) ?? 0;
    const isShareFull = held + bytes > maxBodyBytesTogether.ofNetwork;
    const maxInAll = held === 0 ? maxBodyBytesTogether.inAll : maxBodyBytesTogether.inAll / 2;
    if (isShareFull || inAll + bytes > maxInAll) {
      quiet('warn', 'Requests are refused: too much is on its way', { ip: request.ip }, network);
      return done(isShareFull ? overloaded(retrySeconds) : full());
    }
    add(network, bytes);
    reply.raw.once('close', () => add(network, -bytes));
    done(null, payload);
  });
}

/** The bytes that a body may have: as its header announces, otherwise as its route allows. */
function announcedBytes({ headers, raw, routeOptions }: FastifyRequest): number {
  const announced = headers['content-length'];
  if (announced !== undefined) return Number(announced);
  const { stream } = raw as unknown as Partial<Http2ServerRequest>;
  const hasBody = raw.httpVersionMajor === 2 ? stream?.endAfterHeaders === false : 'transfer-encoding' in headers;
  return hasBody ? (routeOptions.bodyLimit ?? largestBytes) : 0;
}

const full = (): AppError =>
  new AppError(503, 'unavailable', 'The server is busy. Try again in a moment.', {
    ...because('server_busy'),
    retryAfterSeconds: retrySeconds,
    isNoted: true,
  });
