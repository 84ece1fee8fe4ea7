import type { Socket } from 'node:net';
import type { BrokerCounts } from './broker-metrics.ts';
import { loginLimitSweeps } from './limits.ts';

export interface HalfOpenSocket {
  readonly address: string;
  sweeps: number;
  /** Ends it. */
  expire(): void;
}

/**
 * The sockets that have not logged in. Their time is counted in sweeps, not by the clock: when thousands of boards come
 * back at once the sweeps come late too, and nobody is cut off for waiting until the server has time. Above the limit the
 * oldest is closed: a flood may slow logins, never lock them out.
 */
export class HalfOpenSockets {
  readonly #counts: BrokerCounts;
  readonly #limit: number;
  readonly #sockets = new Map<string, HalfOpenSocket>();

  constructor(counts: BrokerCounts, limit: number) {
    this.#counts = counts;
    this.#limit = limit;
  }

  /** Adds a TCP socket. */
  add(socket: Socket): void {
    const entry = { address: addressOf(socket), sweeps: 0, expire: () => void socket.destroy() };
    this.#sockets.set(entry.address, entry);
    socket.once('close', () => this.remove(entry));
    if (this.#sockets.size > this.#limit) this.#expireOldest();
    this.#counts.halfOpen = this.#sockets.size;
  }

  /** The entry of a socket, or of the TCP socket that a TLS socket was made of; undefined when it was closed meanwhile. */
  find(socket: Socket): HalfOpenSocket | undefined {
    return this.#sockets.get(addressOf(socket));
  }

  remove(entry: HalfOpenSocket): void {
    // A later socket may have the same address already.
    if (this.#sockets.get(entry.address) === entry) this.#sockets.delete(entry.address);
    this.#counts.halfOpen = this.#sockets.size;
  }

  sweep(): void {
    for (const entry of this.#sockets.values()) {
      entry.sweeps += 1;
      if (entry.sweeps >= loginLimitSweeps) this.#expire(entry);
    }
  }

  expireAll(): void {
    for (const entry of this.#sockets.values()) this.#expire(entry);
  }

  #expireOldest(): void {
    const [oldest] = this.#sockets.values();
    if (!oldest) return;
    this.#counts.halfOpenKills += 1;
    this.#expire(oldest);
  }

  #expire(entry: HalfOpenSocket): void {
    this.remove(entry);
    entry.expire();
  }
}

/** Names a connection by its two ends. */
function addressOf(socket: Socket): string {
  return `${socket.localPort} ${socket.remoteAddress} ${socket.remotePort}`;
}
