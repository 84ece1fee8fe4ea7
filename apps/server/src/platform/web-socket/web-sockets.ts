import websocket from '@fastify/websocket';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { clientNetwork, type Http, isSameOrigin } from '../http/index.ts';
import { createQuietLog, type Logger, type QuietLog } from '../log/index.ts';
import { WorkBudgets } from '../work-budget/index.ts';
import { closeCodes } from './close-codes.ts';
import { GuardedSocket } from './guarded-socket.ts';
import { socketLimits, unprovedLimits, workOfKey } from './socket-limits.ts';

/** Lets WebSockets be opened on routes; to be awaited before the first of these is added. */
export async function allowWebSockets(app: Http): Promise<void> {
  const { maxFrameBytes, maxFragments } = socketLimits;
  await app.register(websocket, {
    // Pings get their pong from what counts them.
    options: { maxPayload: maxFrameBytes, maxFragments, autoPong: false },
    // Anybody can send what is no WebSocket, so it is no error of the server.
    errorHandler: (error, socket, request) => {
      request.log.debug({ err: error }, 'live connection failed');
      socket.terminate();
    },
  });
}

/** Every WebSocket of the server: how many may wait for their hello, and what those of an account or a network may cost together. */
export class WebSockets {
  readonly #publicUrl: string | null;
  readonly #quiet: QuietLog;
  readonly #work = new WorkBudgets<string>(workOfKey);
  /** Sockets that have not identified themselves, by network; the oldest first. */
  readonly #unproved = new Map<string, Set<GuardedSocket>>();
  #unprovedInAll = 0;

  constructor({ publicUrl, log }: { publicUrl: string | null; log: Logger }) {
    this.#publicUrl = publicUrl;
    this.#quiet = createQuietLog(log);
  }

  /** Takes a socket that has just been opened; undefined when it may not be here and was closed. */
  admit(socket: WebSocket, request: FastifyRequest): GuardedSocket | undefined {
    if (!isSameOrigin(request, this.#publicUrl)) {
      refuse(socket, closeCodes.otherOrigin, 'Open this from the pages of this server.');
      return undefined;
    }
    const network = clientNetwork(request.ip);
    const guarded: GuardedSocket = new GuardedSocket({
      socket,
      raw: request.raw.socket,
      network,
      budgetOf: (key, now) => this.#work.of(key, now),
      onProvedOrClosed: () => this.#proved(network, guarded),
      onRefused: (key) =>
        this.#quiet('warn', 'A live connection was closed: it sends too much', { of: key, network }, key),
    });
    const siblings = this.#unproved.get(network) ?? new Set();
    this.#unproved.set(network, siblings.add(guarded));
    this.#unprovedInAll += 1;
    if (siblings.size > unprovedLimits.ofNetwork) this.#closeOldest(network, siblings);
    else if (this.#unprovedInAll > unprovedLimits.inAll) this.#closeOldestOfLargest();
    return guarded;
  }

  /** A socket that is slow to identify itself gives way to newcomers: a flood of silent sockets locks nobody else out. */
  #closeOldestOfLargest(): void {
    const [first, ...others] = this.#unproved;
    if (first) this.#closeOldest(...others.reduce((max, one) => (one[1].size > max[1].size ? one : max), first));
  }

  #closeOldest(network: string, siblings: ReadonlySet<GuardedSocket>): void {
    const [oldest] = siblings;
    this.#quiet('warn', 'Live connections that say nothing are closed: there are too many', { network }, network);
    oldest?.close(closeCodes.tooMany, 'Too many connections. Wait a minute.');
  }

  #proved(network: string, guarded: GuardedSocket): void {
    this.#unprovedInAll -= 1;
    const siblings = this.#unproved.get(network);
    siblings?.delete(guarded);
    if (siblings?.size === 0) this.#unproved.delete(network);
  }
}

function refuse(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), socketLimits.closeWithinMs);
  socket.once('close', () => clearTimeout(timer));
}
