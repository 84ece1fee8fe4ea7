import type { LiveServerMessage, PublicConfig } from '@cyno/contract';
import { vi } from 'vitest';
import { getConfig, refreshConfig } from '../src/lib/api/public-config.ts';

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
    if (!this.#isReady) this.emit({ type: 'ready', now: Date.now() });
    this.#isReady = true;
  }

  emit(message: LiveServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {}
}
