import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import { type Probed, probe } from './web-probe.ts';

/** Somebody's browser: a school's phone by default. */
export interface Visitor {
  readonly slower: number;
  readonly kbits: number;
  readonly roundTripMs: number;
  readonly language: string;
  /** Absent: a guest. */
  readonly token?: string;
}

/** A first visit: what the page reports, and the scripts that it fetched. */
export interface Visit extends Probed {
  readonly scripts: number;
  /** KB (1,000 bytes) with gzip. */
  readonly scriptKb: number;
}

const viewport = { width: 390, height: 844 };
const longestMs = 60_000;
/** What comes after the page was usable, such as a shift by late data, counts until here. */
const settleMs = 3_000;

/** Opens a page with nothing in the browser's cache; `action` is done when the page is usable, and its interactions are measured. */
export async function visit(
  browser: Browser,
  address: string,
  visitor: Visitor,
  action?: (page: Page) => Promise<void>,
): Promise<Visit> {
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true });
  try {
    await prepare(context, visitor);
    const page = await context.newPage();
    await slowDown(page, visitor);
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js') && !response.request().serviceWorker())
        // What comes after the page was left is not counted.
        scripts.push(
          response.body().then(
            (body) => gzipSync(body).length,
            () => 0,
          ),
        );
    });
    await page.goto(address, { waitUntil: 'commit', timeout: longestMs });
    await page.waitForFunction(() => Number.isFinite(window.probed().usableMs), undefined, { timeout: longestMs });
    await page.waitForTimeout(settleMs);
    const probed = await page.evaluate(() => window.probed());
    const sizes = await Promise.all(scripts.splice(0));
    if (action) await action(page);
    const { interactionsMs } = await page.evaluate(() => window.probed());
    const scriptKb = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
    return { ...probed, interactionsMs, scripts: sizes.length, scriptKb };
  } finally {
    await context.close();
  }
}

async function prepare(context: BrowserContext, { token, language }: Visitor): Promise<void> {
  await context.addInitScript(probe);
  await context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { language, ...(token && { accessToken: token, userId: 'bench@example.com', member: 'admin' }) },
  );
}

async function slowDown(page: Page, { slower, kbits, roundTripMs }: Visitor): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytesPerSecond = (kbits * 1_000) / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
}
