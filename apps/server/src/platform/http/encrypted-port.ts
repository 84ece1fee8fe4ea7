import { constants } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContext, TLSSocket } from 'node:tls';
import { boardTls } from '../broker/index.ts';
import { acmeProtocol, type KeyPair } from '../certificates/index.ts';
import { listenError } from '../start-error.ts';
import { type Http, headersTimeoutMs, lateCheckMs, requestTimeoutMs, stalledMs } from './http.ts';

/** What boards are offered is what browsers need as well: TLS 1.2 and 1.3, forward secrecy, authenticated ciphers. */
const webTls = {
  minVersion: boardTls.minVersion,
  ciphers: boardTls.ciphers,
  honorCipherOrder: true,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
};
const handshakeMs = 10_000;
/** What a page needs at once, and no more: each is a request that counts against the limits of its network. */
const maxStreams = 100;

interface EncryptedPort {
  readonly port: number;
  /** Shows another certificate from now on; connections that are open keep theirs. */
  useCertificate(pair: KeyPair): void;
  stop(): Promise<void>;
}

interface PortOptions {
  readonly host: string;
  readonly port: number;
  readonly setting: string;
  readonly certificate: KeyPair;
  /** What to show an authority that checks a name by TLS-ALPN-01. */
  readonly challengeFor?: (name: string) => SecureContext | undefined;
}

/**
 * Opens a port that serves everything of `http` over TLS, as HTTP/2 or, for old clients and for WebSockets, as HTTP/1.1.
 * Throws a StartError that names the setting when the port cannot be opened.
 */
export async function openEncryptedPort(http: Http, at: PortOptions): Promise<EncryptedPort> {
  const server = createSecureServer({
    ...webTls,
    ...at.certificate,
    allowHTTP1: true,
    ALPNCallback: chooseProtocol(at.challengeFor),
    handshakeTimeout: handshakeMs,
    settings: { maxConcurrentStreams: maxStreams },
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: lateCheckMs,
  } as Parameters<typeof createSecureServer>[0]);
  server.setTimeout(stalledMs);
  const sockets = new Set<TLSSocket>();
  // Also counted and bounded with those of the other port.
  server.on('connection', (socket: Socket) => void http.server.emit('encryptedConnection', socket));
  // Boards may offer HTTP/1.0 alone, and Node takes every name but that of HTTP/1.1 for HTTP/2.
  server.prependListener('secureConnection', (socket) => {
    if (socket.alpnProtocol === 'http/1.0') socket.alpnProtocol = 'http/1.1';
  });
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Of strangers' broken handshakes nothing is to be learned.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  server.on('unknownProtocol', (socket) => socket.destroy());
  server.on('sessionError', () => {});
  server.on('request', (request, response) => {
    nameHost(request);
    http.routing(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  });
  server.on('upgrade', (...upgrade) => void http.server.emit('upgrade', ...upgrade));
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => reject(listenError(error, at));
    server.once('error', failed);
    server.listen({ host: at.host, port: at.port }, () => {
      server.off('error', failed);
      server.on('error', (err) => http.log.error({ err }, 'The port for HTTPS had an error'));
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    useCertificate: (pair) => server.setSecureContext({ ...webTls, ...pair }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** HTTP/2 names the host in a field of its own (RFC 9113, section 8.3.1). */
function nameHost({ headers }: Pick<Http2ServerRequest, 'headers'>): void {
  headers.host ??= headers[':authority'];
}

/** The protocol of a connection; that of authorities only for a name that is being checked. */
function chooseProtocol(challengeFor: PortOptions['challengeFor']) {
  return function choose(this: TLSSocket, { servername, protocols }: { servername: string; protocols: string[] }) {
    if (protocols.includes(acmeProtocol)) {
      const context = challengeFor?.(servername);
      if (!context) return undefined;
      this.setKeyCert(context);
      return acmeProtocol;
    }
    return ['h2', 'http/1.1', 'http/1.0'].find((known) => protocols.includes(known));
  };
}
