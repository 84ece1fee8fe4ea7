import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { FakeChipOptions } from '../../test/fake-chip.ts';
import type { FakeCable } from '../../test/fake-serial.ts';

declare global {
  interface Window {
    fakeCable: FakeCable;
  }
}

/** Plugs a fake chip into the pages that are opened after this call; it is `window.fakeCable` in them. */
export async function plugInto(page: Page, options: FakeChipOptions): Promise<void> {
  const entry = fileURLToPath(new URL('../../test/fake-serial.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'fakeSerial' } },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  if (!bundle || !('output' in bundle)) throw new Error('The fake cable was not built.');
  const { code } = bundle.output[0];
  await page.addInitScript({ content: `${code}\nwindow.fakeCable = fakeSerial.plugIn(${JSON.stringify(options)});` });
}
