import type { Socket } from 'node:net';
import type { BrokerCounts } from './broker-metrics.ts';
import { maxHalfOpenSockets } from './limits.ts';

/** The sockets that have not logged in. Above the limit the oldest is closed: a flood may slow logins, never lock them out. */
export class HalfOpenSockets {
  readonly #counts: BrokerCounts;
  readonly #sockets = new Map<string, Socket>();

  constructor(counts: BrokerCounts) {
    this.#counts = counts;
  }

  add(socket: Socket): void {
    const key = addressOf(socket);
    this.#sockets.set(key, socket);
    socket.once('close', () => this.remove(key, socket));
    if (this.#sockets.size > maxHalfOpenSockets) this.#closeOldest();
    this.#counts.halfOpen = this.#sockets.size;
  }

  /** `only` spares a later socket that has got the same address. */
  remove(key: string, only?: Socket): void {
    if (only && this.#sockets.get(key) !== only) return;
    this.#sockets.delete(key);
    this.#counts.halfOpen = this.#sockets.size;
  }

  closeAll(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  #closeOldest(): void {
    const oldest = this.#sockets.entries().next().value;
    if (!oldest) return;
    this.#counts.halfOpenKills += 1;
    this.#sockets.delete(oldest[0]);
    oldest[1].destroy();
  }
}

/** Names a connection by its two ends: the same for a TCP socket and the TLS socket made of it. */
export function addressOf(socket: Socket): string {
  return `${socket.localPort} ${socket.remoteAddress} ${socket.remotePort}`;
}
