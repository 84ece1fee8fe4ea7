import type { Socket } from 'node:net';
import { Registry } from 'prom-client';
import { createQuietLog, type Logger } from '../log/index.ts';
import { createBrokerCounts } from './broker-metrics.ts';
import { maxHalfOpenSockets, maxSweepDelayMs, sweepMs } from './limits.ts';
import { type BoardPortOptions, BoardPorts } from './listeners/board-ports.ts';
import { HalfOpenSockets } from './listeners/half-open-sockets.ts';

interface FrontBoardPortsOptions extends BoardPortOptions {
  readonly log: Logger;
  /** Takes a client whose bytes are MQTT, before anything of them was read, and its address. */
  accept(socket: Socket, address: string): void;
}

/** The ports for boards of a server that brings them to another one: TLS ends here, and the budgets of TLS hold here. */
export class FrontBoardPorts {
  readonly #ports: BoardPorts;
  readonly #halfOpen: HalfOpenSockets;
  #sweeper: NodeJS.Timeout | undefined;
  #sweptAt = performance.now();

  constructor({ accept, ...options }: FrontBoardPortsOptions) {
    const log = createQuietLog(options.log);
    const halfOpen = new HalfOpenSockets({
      counts: createBrokerCounts(new Registry()),
      log,
      limit: maxHalfOpenSockets,
    });
    this.#halfOpen = halfOpen;
    this.#ports = new BoardPorts(options, {
      halfOpen,
      log,
      accept(socket) {
        const entry = halfOpen.find(socket);
        if (!entry) {
          socket.destroy();
          return;
        }
        halfOpen.remove(entry);
        accept(socket, entry.remoteAddress);
      },
    });
  }

  /** Rejects with a StartError when a port cannot be opened; none is then. */
  async open(): Promise<void> {
    this.#sweeper = setInterval(() => this.#sweep(), sweepMs);
    try {
      await this.#ports.open();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    clearInterval(this.#sweeper);
    this.#ports.close();
    this.#halfOpen.expireAll();
  }

  #sweep(): void {
    const now = performance.now();
    const delayMs = now - this.#sweptAt - sweepMs;
    this.#sweptAt = now;
    if (delayMs > maxSweepDelayMs) this.#halfOpen.forgive(delayMs);
    this.#halfOpen.sweep(now);
  }
}
