import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createQuietLog, type Logger } from '../log/index.ts';
import { listenError } from '../start-error.ts';
import { OpenSockets } from './open-sockets.ts';

const headersMs = 10_000;
const requestMs = 15_000;
/** As many as a school behind one address has; the limits of the web port hold where connections go elsewhere. */
const limits = { ofNetwork: 100, inAll: 500 };

interface PlainPort {
  readonly port: number;
  stop(): Promise<void>;
}

/** What responses have that nobody is to keep. */
export const passing = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
/** Of a page without any script, style or picture. */
export const bareHtml = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
} as const;

interface PortOptions {
  readonly host: string;
  readonly port: number;
  readonly setting: string;
  readonly log: Logger;
  /** What becomes of each connection, however many there are; `respond` responds to its requests here. Absent: each is served here. */
  route?(socket: Socket, respond: () => void): void;
}

/** Opens a port without encryption that has no routes of the product; throws a StartError that names the setting when it cannot be opened. */
export async function openPlainPort(at: PortOptions, respond: RequestListener): Promise<PlainPort> {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: 1_000,
    connectionsCheckingInterval: 1_000,
  });
  server.on('request', respond);
  const { route } = at;
  if (!route) new OpenSockets({ log: createQuietLog(at.log), trustProxy: [], limits }).watchServer(server);
  else {
    const [serve] = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => route(socket, () => serve?.call(server, socket)));
    // A proxy would send requests that belong elsewhere over the same connection.
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'));
  }
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => reject(listenError(error, at));
    server.once('error', failed);
    server.listen({ host: at.host, port: at.port }, () => {
      server.off('error', failed);
      server.on('error', (err) => at.log.error({ err, setting: at.setting }, 'A port had an error'));
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        // Those that went elsewhere stay. The port is free already.
        if (route) resolve();
      }),
  };
}
