import type { LiveServerMessage, PublicConfig } from '@cyno/contract';
import { vi } from 'vitest';
import { getConfig, refreshConfig } from '../src/lib/api/public-config.ts';

/**
 * What a server publishes to everybody, once the app has it: it keeps the response for all the files of a run. Stub `GET /api/config`
 * first.
 */
export async function knowConfig(expected: PublicConfig): Promise<void> {
  await vi.waitFor(async () => {
    refreshConfig();
    if (JSON.stringify(await getConfig()) !== JSON.stringify(expected)) throw new Error('The app has another answer.');
  });
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
