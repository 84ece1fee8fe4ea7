import type { LiveServerMessage, PublicConfig } from '@cyno/contract';
import { onTestFinished, vi } from 'vitest';
import { getConfig, refreshConfig } from '../src/lib/api/public-config.ts';
import { publicConfigOf } from './config.ts';
import { stubApi } from './stub-api.ts';

/** Resolves when the app has this for what the server publishes to everybody. Stub `GET /api/config` first. */
export async function knowConfig(expected: PublicConfig): Promise<void> {
  const know = async () => {
    if (JSON.stringify(await getConfig()) === JSON.stringify(expected)) return;
    // One that is under way, such as that of an earlier test, is not begun a second time.
    refreshConfig();
    throw new Error('The app has another response.');
  };
  await vi.waitFor(know, { timeout: 180_000 });
}

/** Resolves when the app has what a server without mail, billing and providers publishes. */
export async function knowDefaultConfig(): Promise<void> {
  const config = publicConfigOf();
  stubApi({ 'GET /api/config': config });
  await knowConfig(config);
  vi.unstubAllGlobals();
}

/**
 * Makes the app forget what the server publishes to everybody, until the test ends. Its request for that is then under way; call what
 * this resolves to with the response.
 */
export async function forgetConfig(): Promise<(config: PublicConfig) => void> {
  const { promise, resolve } = Promise.withResolvers<PublicConfig>();
  const calls = stubApi({ 'GET /api/config': () => (calls.length === 1 ? null : promise) });
  onTestFinished(() => {
    resolve(publicConfigOf());
    return knowDefaultConfig();
  });
  const requestAgain = () => {
    // The second request begins only when the first, empty response has come.
    refreshConfig();
    if (calls.length < 2) throw new Error('The app still has another response.');
  };
  await vi.waitFor(requestAgain, { timeout: 180_000 });
  return resolve;
}

/** In place of the live connection of the app: nothing ever comes. */
export class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 0;
  close(): void {}
  send(): void {}
}

/** In place of a live connection: it is ready at once, and sends what the test sends. */
export class TalkingSocket {
  static last: TalkingSocket | undefined;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  #isReady = false;

  constructor() {
    TalkingSocket.last = this;
    queueMicrotask(() => this.onopen?.());
  }

  /** The first thing that a page sends is its hello. */
  send(): void {
    if (this.#isReady) return;
    this.#isReady = true;
    this.emit({ type: 'ready', now: Date.now() });
  }

  emit(message: LiveServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {}
}
