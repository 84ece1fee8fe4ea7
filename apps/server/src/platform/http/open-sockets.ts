import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AddressList } from '../address-list.ts';
import type { QuietLog } from '../log/index.ts';
import { clientNetwork } from './client-network.ts';

/** How many TCP connections the web port holds; beyond it files and the database would find no descriptor left. */
export const openSocketLimits = { ofNetwork: 500, inAll: 10_000 } as const;

/** A browser that connects ahead of need connects again. */
const firstByteWithinMs = 10_000;

interface OpenSocket {
  readonly socket: Socket;
  readonly ends: string;
  /** Its requests under way; an upgraded connection is one until it ends. */
  requests: number;
}

interface SocketsOfNetwork {
  readonly network: string;
  readonly isProxy: boolean;
  /** The oldest first. */
  readonly sockets: Set<OpenSocket>;
}

interface OpenSocketsDeps {
  readonly log: QuietLog;
  /** Addresses and networks of proxies: many people stand behind one, so only the limit in all holds for it. */
  readonly trustProxy: readonly string[];
  readonly limits: { readonly ofNetwork: number; readonly inAll: number };
}

/**
 * The TCP connections of the web port. Above a limit the oldest one without a request under way is closed, of the network that has most
 * of them, so that a flood locks nobody else out; one that sends nothing is closed after 10 s.
 */
export class OpenSockets {
  readonly #deps: OpenSocketsDeps;
  readonly #proxies: AddressList;
  readonly #sockets = new Map<string, OpenSocket>();
  readonly #networks = new Map<string, SocketsOfNetwork>();

  constructor(deps: OpenSocketsDeps) {
    this.#deps = deps;
    this.#proxies = new AddressList(deps.trustProxy);
  }

  /** To be called before any other hook is added. */
  watch(app: FastifyInstance): void {
    for (const port of ['connection', 'encryptedConnection']) app.server.on(port, (socket: Socket) => this.add(socket));
    app.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', this.begin(request.raw.socket));
      done();
    });
  }

  /** Holds a new connection, or closes it or another one. */
  add(socket: Socket): void {
    const { remoteAddress } = socket;
    // It has left already.
    if (remoteAddress === undefined) return;
    const isProxy = this.#proxies.has(remoteAddress);
    const network = isProxy ? `proxy ${remoteAddress}` : clientNetwork(remoteAddress);
    const entry = { socket, ends: endsOf(socket), requests: 0 };
    const siblings = this.#networks.get(network) ?? { network, isProxy, sockets: new Set() };
    siblings.sockets.add(entry);
    this.#networks.set(network, siblings);
    this.#sockets.set(entry.ends, entry);
    // Where the process stood still, timers come before what arrived meanwhile.
    const close = () => setImmediate(closeSilent, socket);
    const timer = isProxy ? undefined : setTimeout(close, firstByteWithinMs).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      this.#remove(entry, siblings);
    });
    this.#freeSpace(entry, siblings);
  }

  /** Holds the connections of a port that is no Fastify's, with requests that `request` reports. */
  watchServer(server: HttpServer): void {
    server.on('connection', (socket: Socket) => this.add(socket));
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) =>
      response.once('close', this.begin(socket)),
    );
  }

  /** A request of a connection is under way from now on, until what is returned is called. */
  begin(socket: Socket): () => void {
    const entry = this.#sockets.get(endsOf(socket));
    if (entry) entry.requests += 1;
    return () => {
      if (entry) entry.requests -= 1;
    };
  }

  #remove(entry: OpenSocket, siblings: SocketsOfNetwork): void {
    this.#sockets.delete(entry.ends);
    siblings.sockets.delete(entry);
    if (siblings.sockets.size === 0 && this.#networks.get(siblings.network) === siblings) {
      this.#networks.delete(siblings.network);
    }
  }

  #freeSpace(newest: OpenSocket, own: SocketsOfNetwork): void {
    const { ofNetwork, inAll } = this.#deps.limits;
    if (!own.isProxy && own.sockets.size > ofNetwork) {
      this.#close(oldestIdle(own, newest) ?? newest, own);
    } else if (this.#sockets.size > inAll) {
      const largest = this.#largestNetwork();
      // A network that keeps the most requests under way must not keep everybody else out with them.
      const busy = largest.isProxy ? newest : [...largest.sockets][0];
      const closed = oldestIdle(largest, newest) ?? busy ?? newest;
      this.#close(closed, closed === newest ? own : largest);
    }
  }

  /** A proxy only when there is nobody else. */
  #largestNetwork(): SocketsOfNetwork {
    const rank = ({ isProxy, sockets }: SocketsOfNetwork) => (isProxy ? 0 : sockets.size);
    return [...this.#networks.values()].reduce((max, one) => (rank(one) > rank(max) ? one : max));
  }

  #close(entry: OpenSocket, siblings: SocketsOfNetwork): void {
    const { network, sockets } = siblings;
    const details = { address: network, sockets: sockets.size };
    this.#deps.log('warn', 'There are too many connections to the web port: one was closed.', details, network);
    // At once: the event comes after the next connections.
    this.#remove(entry, siblings);
    entry.socket.destroy();
  }
}

/** The newest is idle only because its request is on its way. */
function oldestIdle({ sockets }: SocketsOfNetwork, newest: OpenSocket): OpenSocket | undefined {
  for (const one of sockets) if (one.requests === 0 && one !== newest) return one;
  return undefined;
}

/** Requests over TLS name a socket of their own on top of that one, and those of HTTP/2 a part of it. */
const endsOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

function closeSilent(socket: Socket): void {
  if (socket.bytesRead === 0) socket.destroy();
}
