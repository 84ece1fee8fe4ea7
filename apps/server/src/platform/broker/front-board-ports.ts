import type { Socket } from 'node:net';
import { Registry } from 'prom-client';
import { createQuietLog, type Logger } from '../log/index.ts';
import { createBrokerCounts } from './broker-metrics.ts';
import { maxHalfOpenSockets, maxSweepDelayMs, sweepMs } from './limits.ts';
import { type BoardPortOptions, BoardPorts } from './listeners/board-ports.ts';
import { HalfOpenSockets } from './listeners/half-open-sockets.ts';

interface FrontBoardPortsOptions extends BoardPortOptions {
  readonly log: Logger;
  /** Resolves with true when somebody serves; with false its socket is closed. */
  mayBegin(): Promise<boolean>;
  /** Takes a client whose bytes are MQTT, before anything of them was read, and its address. */
  accept(socket: Socket, address: string): void;
}

/** What has begun when the ports are closed ends within this time. */
const leftMs = 30_000;

/**
 * The ports for boards of a server that brings them to another one: TLS ends here, and the budgets of TLS hold here. A handshake begins when
 * somebody serves: a board waits 15 s for it, and for the response to its CONNECT only one second (device protocol 1.4).
 */
export class FrontBoardPorts {
  readonly #ports: BoardPorts;
  readonly #halfOpen: HalfOpenSockets;
  #sweeper: NodeJS.Timeout | undefined;
  #sweptAt = performance.now();

  constructor({ accept, mayBegin, ...options }: FrontBoardPortsOptions) {
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
      mayBegin,
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
      this.stop();
      throw error;
    }
  }

  /** Refuses who connects from now on; who has connected may still come through. */
  close(): void {
    this.#ports.close();
    setTimeout(() => this.stop(), leftMs).unref();
  }

  /** Closes everything that has not come through. */
  stop(): void {
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
