import type { PublicConfig } from '@cyno/contract';
import { vi } from 'vitest';
import { getConfig, refreshConfig } from '../src/lib/public-config.ts';

/** What a server tells everybody, once the app has it: it keeps the answer for all the files of a run. Answer `GET /api/config` first. */
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
