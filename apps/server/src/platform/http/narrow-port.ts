import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type BoardCertificate, boardTls, certificateOptions } from '../broker/index.ts';
import { createQuietLog } from '../log/index.ts';
import { listenError } from '../start-error.ts';
import type { Http } from './http.ts';
import { OpenSockets } from './open-sockets.ts';

/** An ESP8266 takes seconds for a handshake. */
const handshakeMs = 20_000;
const headersMs = 10_000;
const requestMs = 15_000;
/** How many connections such a port holds; other servers bring as many in all. */
export const narrowLimits = { ofNetwork: 50, inAll: 200 } as const;

/** The TLS of such a port. */
export const narrowTls = {
  ...boardTls,
  // Anyone who offers only the older one would get no handshake otherwise.
  ALPNProtocols: ['http/1.1', 'http/1.0'],
  handshakeTimeout: handshakeMs,
};

interface NarrowPort {
  readonly port: number;
  /** Takes a client that connected to another server, and whose TLS ended there. */
  accept(socket: Duplex): void;
  stop(): Promise<void>;
}

/**
 * Opens a port with the boards' TLS that serves GET of addresses that match `path`, by the routes of `http`, and nothing else.
 * Each connection carries one request. Throws a StartError that names the setting when the port is taken.
 */
export async function openNarrowPort(
  http: Http,
  at: { host: string; port: number; setting: string; certificate: BoardCertificate; path: RegExp },
): Promise<NarrowPort> {
  const limits = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: 1,
    connectionsCheckingInterval: 1_000,
  };
  const server = createServer({ ...narrowTls, ...certificateOptions(at.certificate), ...limits });
  server.maxRequestsPerSocket = 1;
  new OpenSockets({ log: createQuietLog(http.log), trustProxy: [], limits: narrowLimits }).watchServer(server);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' && at.path.test(request.url ?? '')) http.routing(request, response);
    else response.writeHead(404, { connection: 'close', 'content-length': 0 }).end();
  });
  // Of strangers' broken handshakes nothing is to be learned.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => reject(listenError(error, at));
    server.once('error', failed);
    server.listen({ host: at.host, port: at.port }, () => {
      server.off('error', failed);
      server.on('error', (err) => http.log.error({ err }, 'The port for firmware had an error'));
      resolve();
    });
  });
  let ofOthers = 0;
  return {
    port: (server.address() as AddressInfo).port,
    accept(socket) {
      if (ofOthers >= narrowLimits.inAll) {
        socket.destroy();
        return;
      }
      ofOthers += 1;
      socket.once('close', () => {
        ofOthers -= 1;
      });
      // As after a handshake of its own: only a server that listens watches the time of its connections.
      server.emit('secureConnection', socket);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
