import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { AddressList } from '../../address-list.ts';
import type { QuietLog } from '../../log/index.ts';
import { listenError } from '../../start-error.ts';
import { loginMs } from '../limits.ts';
import { type BoardCertificate, certificateOptions } from './board-certificate.ts';
import { boardTls } from './board-tls.ts';
import type { HalfOpenSockets } from './half-open-sockets.ts';
import { Handshakes } from './handshakes.ts';
import { ProxiedSockets } from './proxied-sockets.ts';

export interface ListenerDeps {
  readonly halfOpen: HalfOpenSockets;
  readonly log: QuietLog;
  /** A TLS handshake begins when it resolves with true; with false the socket is closed. Absent: at once. */
  mayBegin?(): Promise<boolean>;
  /** Takes a socket whose bytes are MQTT. */
  accept(socket: Socket): void;
}

// Keep-alive finds peers that vanished although their MQTT keep-alive is off.
const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 };

/** MQTT without encryption. */
export function createPlainServer(deps: ListenerDeps): Server {
  const server = createServer(socketOptions, (socket) => {
    if (deps.halfOpen.add(socket, loginMs.plain)) deps.accept(socket);
  });
  return guard(server, deps);
}

/** MQTT over TLS. */
export function createEncryptedServer(tls: BoardCertificate, deps: ListenerDeps): Server {
  const accept = encryptedSockets(tls, deps);
  return guard(
    createServer(socketOptions, (socket) => accept(socket, socket.remoteAddress)),
    deps,
  );
}

/** MQTT over TLS behind proxies, which name their clients. */
export function createProxiedServer(tls: BoardCertificate, proxies: AddressList, deps: ListenerDeps): Server {
  const proxied = new ProxiedSockets({ proxies, log: deps.log, accept: encryptedSockets(tls, deps) });
  return guard(
    createServer(socketOptions, (socket) => proxied.add(socket)),
    deps,
  );
}

/** Takes TCP sockets whose bytes are TLS. */
function encryptedSockets(
  tls: BoardCertificate,
  deps: ListenerDeps,
): (socket: Socket, remoteAddress: string | undefined) => void {
  const encrypted = createTlsServer({ ...boardTls, ...certificateOptions(tls) });
  encrypted.on('secureConnection', deps.accept);
  encrypted.on('tlsClientError', (error, socket) => {
    socket.destroy();
    deps.log('debug', 'A TLS handshake failed.', { why: error.message });
  });
  const handshakes = new Handshakes((socket) => void encrypted.emit('connection', socket), deps.mayBegin);
  return (socket, remoteAddress) => {
    const entry = deps.halfOpen.add(socket, loginMs.encrypted, remoteAddress);
    if (entry) handshakes.add(socket, entry);
  };
}

/** Opens the port (0: any free one) and returns its number. Rejects with a StartError that names the port's setting. */
export async function listen(server: Server, at: { host: string; port: number; setting: string }): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => reject(listenError(error, at));
    server.once('error', failed);
    // A power cut brings all boards back at once: the queue of the system must hold them until they are accepted.
    server.listen({ host: at.host, port: at.port, backlog: 4_096 }, () => {
      server.off('error', failed);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** An error while accepting (too many open files) must not end the process. */
function guard(server: Server, { log }: ListenerDeps): Server {
  return server.on('error', (error: Error) => log('error', 'The MQTT listener had an error.', { err: error }));
}
