import { setTimeout as wait } from 'node:timers/promises';
import type { LivePoint, LiveServerMessage } from '@cyno/contract';
import type { WebSocket } from 'ws';
import { closeCodes } from '../../../platform/web-socket/index.ts';
import type { DeviceMessage } from './live.filters.ts';

/** Above this much unsent data a browser counts as slow and gets only the newest point of each device. */
const slowBytes = 256 * 1024;
/** A browser that has not taken anything for this long is cut off. */
const cutAfterMs = 5_000;
const maxBufferedBytes = 1024 * 1024;
const freeCheckMs = 50;

/**
 * One browser's live connection. Points of the same turn of the event loop go out as one message per device; a slow
 * browser gets the newest value only, and one that stops reading is cut after 5 s or at 1 MiB.
 */
export class LiveConnection {
  readonly #socket: WebSocket;
  readonly #onDrop: (points: number) => void;
  /** The device whose event log the page shows. */
  consoleOf: string | null = null;
  #watched: ReadonlySet<string> | '*' = new Set();
  #waiting = new Map<string, LivePoint[]>();
  #scheduled = false;
  #slowSince: number | undefined;
  #unsentBefore = 0;

  constructor(socket: WebSocket, onDrop: (points: number) => void) {
    this.#socket = socket;
    this.#onDrop = onDrop;
  }

  /** Replaces the set of watched devices and returns which of them were not watched by name before. */
  watch(espids: ReadonlySet<string>): string[] {
    const before = new Set(this.named);
    this.#watched = espids;
    return [...espids].filter((espid) => !before.has(espid));
  }

  watchAll(all: Iterable<string>): string[] {
    const before = this.#watched;
    this.#watched = '*';
    return before === '*' ? [] : [...all].filter((espid) => !before.has(espid));
  }

  /** Stops watching one device; what waits of it is not sent. */
  unwatch(espid: string): void {
    if (this.#watched !== '*') this.#watched = new Set([...this.#watched].filter((one) => one !== espid));
    this.#waiting.delete(espid);
  }

  /** Nothing that waits is sent. */
  forget(): void {
    this.#waiting.clear();
  }

  /** The devices that are watched by name. */
  get named(): Iterable<string> {
    return this.#watched === '*' ? [] : this.#watched;
  }

  push(espid: string, point: LivePoint): void {
    if (!this.watches(espid)) return;
    const points = this.#waiting.get(espid);
    if (points) points.push(point);
    else this.#waiting.set(espid, [point]);
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#flush());
  }

  watches(espid: string): boolean {
    return this.#watched === '*' || this.#watched.has(espid);
  }

  /** Whether the page shows what the message is about: of each device what every list shows, and of those that it watches the rest. */
  wants({ type, espid }: DeviceMessage): boolean {
    if (type === 'log') return this.consoleOf === espid;
    return type === 'presence' || type === 'info' || type === 'variables' || this.watches(espid);
  }

  send(message: LiveServerMessage): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > maxBufferedBytes) this.#socket.terminate();
    else this.#socket.send(JSON.stringify(message));
  }

  /** Resolves when a slow browser has taken enough of what it was sent, or is gone: what comes all at once must not cut it. */
  async whenFree(): Promise<void> {
    while (this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount > slowBytes)
      await wait(freeCheckMs);
  }

  /** Sends the reason and closes. */
  end(reason: string): void {
    this.send({ type: 'ended', reason });
    this.close(closeCodes.notAuthenticated, reason);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Closes so that the browser comes back at once (RFC 6455, 7.4.1, and the registry of close codes: 1012, service restart). */
  restart(): void {
    this.close(1012, 'Your rights have changed.');
  }

  /** Called every second: retries what a slow browser has not been sent, and cuts one that takes nothing. */
  check(now: number): void {
    if (this.#socket.bufferedAmount <= slowBytes) {
      this.#slowSince = undefined;
      if (this.#waiting.size > 0) this.#flush();
      return;
    }
    const unsent = this.#socket.bufferedAmount;
    if (unsent < this.#unsentBefore) this.#slowSince = now;
    this.#unsentBefore = unsent;
    this.#slowSince ??= now;
    if (now - this.#slowSince >= cutAfterMs) this.#socket.terminate();
  }

  #flush(): void {
    this.#scheduled = false;
    if (this.#socket.bufferedAmount > slowBytes) {
      for (const [espid, points] of this.#waiting) {
        const newest = points.at(-1);
        this.#onDrop(points.length - 1);
        if (newest) this.#waiting.set(espid, [newest]);
      }
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [espid, points] of waiting) this.send({ type: 'points', espid, points });
  }
}
