import type { Socket } from 'node:net';
import { FairLane } from '../../work-budget/index.ts';
import { maxHandshakesPerTurn } from '../limits.ts';
import type { HalfOpenSocket } from './half-open-sockets.ts';

interface Waiting {
  readonly socket: Socket;
  readonly entry: HalfOpenSocket;
}

/**
 * Begins TLS handshakes: of sockets that have sent something, so that silent ones cost no TLS state, and network by network, a few in one
 * turn of the event loop. With `mayBegin` it waits for that first. What waits is bounded by `HalfOpenSockets`.
 */
export class Handshakes {
  readonly #begin: (socket: Socket) => void;
  readonly #mayBegin: (() => Promise<boolean>) | undefined;
  readonly #lane = new FairLane<string>();
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(begin: (socket: Socket) => void, mayBegin?: () => Promise<boolean>) {
    this.#begin = begin;
    this.#mayBegin = mayBegin;
  }

  /** Takes a TCP socket that nobody reads yet. */
  add(socket: Socket, entry: HalfOpenSocket): void {
    // Until TLS takes over nobody else listens.
    socket.on('error', () => socket.destroy());
    socket.once('readable', () => {
      // Nothing to read: it is the end.
      if (socket.readableLength === 0) socket.destroy();
      else if (this.#mayBegin) void this.#wait({ socket, entry }, this.#mayBegin);
      else this.#enqueue({ socket, entry });
    });
  }

  async #wait(waiting: Waiting, mayBegin: () => Promise<boolean>): Promise<void> {
    waiting.entry.stopTime();
    if (await mayBegin()) this.#enqueue(waiting);
    else waiting.socket.destroy();
  }

  #enqueue(waiting: Waiting): void {
    const { network } = waiting.entry;
    waiting.entry.stopTime();
    const others = this.#waiting.get(network);
    if (others) others.push(waiting);
    else {
      this.#waiting.set(network, [waiting]);
      this.#lane.add(network, () => this.#turn(network));
    }
  }

  #turn(network: string): void {
    const waiting = this.#waiting.get(network) ?? [];
    for (const { socket, entry } of waiting.splice(0, maxHandshakesPerTurn)) {
      entry.resume();
      if (!socket.destroyed) this.#begin(socket);
    }
    if (waiting.length > 0) this.#lane.add(network, () => this.#turn(network));
    else this.#waiting.delete(network);
  }
}
