import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { espidOf } from '../devices/device-rows.ts';
import type { Outage } from './killed-boards.ts';

/** As the web app connects again (`apps/web/src/lib/live/live-client-connection.ts`). */
const retryMs = 500;
const silenceMs = 15_000;
const watched = 10;
/** Its boards send ten messages a second together. */
const outageMs = 2_000;

/** A page that shows live values of some boards. */
export class Viewer {
  readonly outages: Outage[] = [];
  readonly #url: string;
  readonly #token: string;
  readonly #espids: readonly string[];
  #socket: WebSocket | undefined;
  #heardAt = 0;
  #hasReconnected = false;
  #isStopping = false;
  #running: Promise<void> | undefined;

  constructor(index: number, { port, token, boards }: { port: number; token: string; boards: number }) {
    this.#url = `wss://127.0.0.1:${port}/api/live`;
    this.#token = token;
    this.#espids = Array.from({ length: watched }, (_, place) => espidOf(1 + ((index * watched + place) % boards)));
  }

  get isBack(): boolean {
    return Date.now() - this.#heardAt < outageMs;
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#socket?.terminate();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      await this.#stayConnected();
      this.#hasReconnected = true;
      if (!this.#isStopping) await pause(retryMs);
    }
  }

  async #stayConnected(): Promise<void> {
    const socket = new WebSocket(this.#url, { rejectUnauthorized: false });
    this.#socket = socket;
    let silence = setTimeout(() => socket.terminate(), silenceMs);
    socket.on('error', () => undefined);
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'hello', token: this.#token }));
      socket.send(JSON.stringify({ type: 'watch', espids: this.#espids, replay: false }));
    });
    socket.on('message', (data) => {
      clearTimeout(silence);
      silence = setTimeout(() => socket.terminate(), silenceMs);
      const { type } = JSON.parse(String(data)) as { type: string };
      // A page that came back is of use before the first board is.
      if (type === 'points' || (type === 'ready' && this.#hasReconnected)) this.#heard();
    });
    await new Promise((resolve) => socket.once('close', resolve));
    clearTimeout(silence);
  }

  #heard(): void {
    const now = Date.now();
    if (this.#heardAt > 0 && (now - this.#heardAt > outageMs || this.#hasReconnected))
      this.outages.push({ heardAt: this.#heardAt, backAt: now, hasReconnected: this.#hasReconnected });
    this.#hasReconnected = false;
    this.#heardAt = now;
  }
}
