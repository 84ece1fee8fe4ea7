import { clientNetwork } from '../../http/client-network.ts';
import type { QuietLog } from '../../log/index.ts';
import { WorkBudgets } from '../../work-budget/index.ts';
import type { BrokerCounts } from '../broker-metrics.ts';
import { connectingLimits, loginLimitMs } from '../limits.ts';
import type { ClientSocket } from './client-socket.ts';

/** One silent socket is a lost board; so many of one network at once are worth a line. */
const silentWorthALine = 20;

/** A socket that has not logged in, and the time that it has left for it. */
export class HalfOpenSocket {
  /** Its two ends, which name it. */
  readonly ends: string;
  /** Of its client, also behind a proxy that named it. */
  readonly remoteAddress: string;
  readonly network: string;
  /** Ends it. */
  expire: () => void;
  #endsAt = performance.now() + loginLimitMs;
  #stoppedAt: number | undefined;

  constructor(socket: ClientSocket, remoteAddress = '') {
    this.ends = endsOf(socket);
    this.remoteAddress = remoteAddress.replace(/^::ffff:/, '');
    this.network = clientNetwork(this.remoteAddress);
    this.expire = () => void socket.destroy();
  }

  /** It has done its part and waits for the server: when thousands of boards come back at once, nobody is cut off for that. */
  stopTime(): void {
    this.#stoppedAt ??= performance.now();
  }

  resume(): void {
    if (this.#stoppedAt !== undefined) this.#endsAt += performance.now() - this.#stoppedAt;
    this.#stoppedAt = undefined;
  }

  /** Leaves it so much longer, in which the server heard nobody. */
  forgive(ms: number): void {
    if (this.#stoppedAt === undefined) this.#endsAt += ms;
  }

  isOver(now: number): boolean {
    return this.#stoppedAt === undefined && now >= this.#endsAt;
  }
}

export interface HalfOpenDeps {
  readonly counts: BrokerCounts;
  readonly log: QuietLog;
  /** How many there may be. */
  readonly limit: number;
}

/**
 * The sockets that have not logged in: each has its time from the TCP connection on. Above the limit the oldest socket of the network that
 * has most of them is closed, so that a flood locks nobody else out. A network that connects again and again is refused for a while.
 */
export class HalfOpenSockets {
  readonly #deps: HalfOpenDeps;
  readonly #sockets = new Map<string, HalfOpenSocket>();
  readonly #networks = new Map<string, Set<HalfOpenSocket>>();
  readonly #budgets = new WorkBudgets<string>(connectingLimits);

  constructor(deps: HalfOpenDeps) {
    this.#deps = deps;
  }

  /** Adds a TCP socket whose login is usually so much work; undefined when its network has used up what it may cost: the socket is closed. */
  add(socket: ClientSocket, ms: number, remoteAddress = socket.remoteAddress): HalfOpenSocket | undefined {
    const entry = new HalfOpenSocket(socket, remoteAddress);
    if (!this.#mayConnect(entry.network, ms)) {
      socket.destroy();
      return undefined;
    }
    this.#sockets.set(entry.ends, entry);
    const siblings = this.#networks.get(entry.network);
    if (siblings) siblings.add(entry);
    else this.#networks.set(entry.network, new Set([entry]));
    socket.once('close', () => this.remove(entry));
    if (this.#sockets.size > this.#deps.limit) this.#expireOfLargest();
    this.#deps.counts.halfOpen = this.#sockets.size;
    return entry;
  }

  /** The entry of a socket, or of the TCP socket that a TLS socket was made of; undefined when it was closed meanwhile. */
  find(socket: ClientSocket): HalfOpenSocket | undefined {
    return this.#sockets.get(endsOf(socket));
  }

  remove(entry: HalfOpenSocket): void {
    // A later socket may have the same ends already.
    if (this.#sockets.get(entry.ends) === entry) this.#sockets.delete(entry.ends);
    const siblings = this.#networks.get(entry.network);
    siblings?.delete(entry);
    if (siblings?.size === 0) this.#networks.delete(entry.network);
    this.#deps.counts.halfOpen = this.#sockets.size;
  }

  /** Time in which the server heard nobody does not count. */
  forgive(ms: number): void {
    for (const entry of this.#sockets.values()) entry.forgive(ms);
  }

  /** Ends those whose time is over; `now` is from performance.now(). */
  sweep(now: number): void {
    for (const [network, entries] of this.#networks) {
      const over = [...entries].filter((entry) => entry.isOver(now));
      for (const entry of over) this.#expire(entry);
      if (over.length < silentWorthALine) continue;
      const details = { address: network, sockets: over.length };
      this.#deps.log('warn', 'Sockets of one network did not log in in time and were closed.', details, network);
    }
  }

  expireAll(): void {
    for (const entry of this.#sockets.values()) this.#expire(entry);
  }

  #mayConnect(network: string, ms: number): boolean {
    const now = performance.now();
    const budget = this.#budgets.of(network, now);
    if (budget.waitMs(now) === 0) {
      budget.spend({ bytes: 0, ms }, now);
      return true;
    }
    this.#deps.log('warn', 'One network connects too often and is refused for a while.', { address: network }, network);
    return false;
  }

  #expireOfLargest(): void {
    let largest: ReadonlySet<HalfOpenSocket> = new Set();
    for (const entries of this.#networks.values()) if (entries.size > largest.size) largest = entries;
    const [oldest] = largest;
    if (!oldest) return;
    this.#deps.counts.halfOpenKills += 1;
    const { network } = oldest;
    const line = 'There are too many sockets that did not log in: the oldest of one network was closed.';
    this.#deps.log('warn', line, { address: network, sockets: largest.size }, network);
    this.#expire(oldest);
  }

  #expire(entry: HalfOpenSocket): void {
    this.remove(entry);
    entry.expire();
  }
}

/** Names a connection by its two ends. */
function endsOf(socket: ClientSocket): string {
  return `${socket.localPort} ${socket.remoteAddress} ${socket.remotePort}`;
}
