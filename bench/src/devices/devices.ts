import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../browser.ts';
import { Latencies } from '../latencies.ts';
import { type BenchServer, startServer } from '../server.ts';
import { insertDevices } from './device-rows.ts';

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const views = [
  { name: 'cards', query: 'view=cards', entry: 'article.device-card', size: desktop },
  { name: 'cards by group', query: 'view=cards&by=group', entry: 'article.device-card', size: desktop },
  { name: 'table', query: 'view=table', entry: '.device-table tbody tr[aria-rowindex]', size: desktop },
  { name: 'map', query: 'view=map', entry: '.map-cluster', size: desktop },
  { name: 'cards on a phone', query: 'view=cards', entry: 'article.device-card', size: phone },
  { name: 'table on a phone', query: 'view=table', entry: '.device-table tbody tr[aria-rowindex]', size: phone },
] as const;
type View = (typeof views)[number];

/**
 * The list of many devices with real rows: what the lists of the API weigh and take, and for each view how long until its first devices
 * are shown and until all are there, how even it scrolls, and how long a typed letter takes to its result. Options: `count`, and `slower` (how many times the browser's
 * processor is slowed down). Needs a built web app.
 */
export async function devicesBench(options: Map<string, string>): Promise<void> {
  const count = Number(options.get('count') ?? 5_000);
  const slower = Number(options.get('slower') ?? 1);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-devices-'));
  const first = await startServer([], directory);
  await insertDevices(first.database, count);
  await first.stop();
  const server = await startServer([], directory);
  // The server gives each account a share of its time, and who requests much at once waits or is refused.
  const pauseMs = Math.max(2_000, count / 8);
  for (const path of ['/api/device-list?limit=30', '/api/device-list', '/api/device/'])
    await measureList(server, path, pauseMs);
  const browser = await launchBrowser();
  for (const view of views) {
    await pause(pauseMs);
    await measureView(browser, server, view, { count, slower });
  }
  await browser.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

const listRuns = 5;

async function measureList({ http, token }: BenchServer, path: string, pauseMs: number): Promise<void> {
  const times = new Latencies();
  let bytes = 0;
  for (let run = 0; run < listRuns; run++) {
    await pause(pauseMs);
    const start = performance.now();
    const response = await fetch(`${http}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) {
      console.log(`GET ${path}: refused in run ${run + 1}: ${await response.text()}`);
      return;
    }
    bytes = (await response.arrayBuffer()).byteLength;
    times.add(performance.now() - start);
  }
  const [p50, p95] = [times.percentile(0.5), times.percentile(0.95)];
  console.log(`GET ${path}: ${(bytes / 1_000).toFixed(0)} KB, p50 ${p50} ms, p95 ${p95} ms`);
}

type Measured = { count: number; slower: number };

async function measureView(browser: Browser, server: BenchServer, view: View, { count, slower }: Measured) {
  const context = await browser.newContext({ viewport: view.size });
  await context.addInitScript((token) => {
    localStorage.setItem('accessToken', token);
    localStorage.setItem('userId', 'bench@example.com');
    localStorage.setItem('member', 'admin');
  }, server.token);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const start = performance.now();
  await page.goto(`${server.http}/device?${view.query}`);
  await page.waitForSelector(view.entry);
  const visibleMs = Math.round(performance.now() - start);
  // The side menu, which a phone does not show, counts the devices when all are there.
  if (view.size === desktop) await page.getByText(`All Devices (${count})`).waitFor({ state: 'attached' });
  const wholeMs = Math.round(performance.now() - start);
  const againMs = view.size === desktop ? await openAgain(page, view) : null;
  await page.waitForTimeout(3_000);
  const drawn = await page.locator(view.entry).count();
  const frames = view.name === 'map' ? await pan(page) : await scroll(page);
  const typed = await search(page);
  console.log(
    `${view.name}: shown after ${visibleMs} ms${view.size === desktop ? `, all there after ${wholeMs} ms, from another page of the app after ${againMs} ms` : ''}, ${drawn} entries drawn; moved at p50 ${frames.p50} ms a frame, ` +
      `p95 ${frames.p95} ms, worst ${frames.worst} ms; a letter to its result p50 ${typed.p50} ms, worst ${typed.worst} ms`,
  );
  await context.close();
}

/** How long the list takes to be shown to somebody who comes from another page of the app, ms. */
async function openAgain(page: Page, { entry, query }: View): Promise<number> {
  await page
    .getByRole('link', { name: /^Alerts/ })
    .first()
    .click();
  await page.waitForURL(/\/alerts/);
  await page.waitForSelector(entry, { state: 'detached' });
  await page.waitForTimeout(1_000);
  const start = performance.now();
  await page.goBack();
  await page.waitForSelector(entry);
  if (!page.url().includes(query)) throw new Error(`The list came back as ${page.url()}`);
  return Math.round(performance.now() - start);
}

type Frames = { p50: number; p95: number; worst: number };

/** Frame times of three seconds in which the page scrolls steadily. */
const scroll = (page: Page) => frameTimes(page, 120);

/** Frame times of three seconds in which the map is moved by the mouse. */
async function pan(page: Page): Promise<Frames> {
  const box = await page.locator('.map-frame').boundingBox();
  if (!box) throw new Error('There is no map');
  const measuring = frameTimes(page, 0);
  await page.mouse.move(box.x + 300, box.y + 200);
  await page.mouse.down();
  for (let step = 0; step < 120; step++) {
    await page.mouse.move(box.x + 300 + 200 * Math.sin(step / 12), box.y + 200 + 80 * Math.cos(step / 12));
  }
  await page.mouse.up();
  return measuring;
}

async function frameTimes(page: Page, stepPx: number): Promise<Frames> {
  const times = await page.evaluate(
    (px) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        const begin = performance.now();
        let before = begin;
        requestAnimationFrame(function frame(at) {
          found.push(at - before);
          before = at;
          window.scrollBy(0, px);
          if (at - begin < 3_000) requestAnimationFrame(frame);
          else resolve(found.slice(2));
        });
      }),
    stepPx,
  );
  const sorted = times.map((ms) => Math.round(ms * 10) / 10).sort((a, b) => a - b);
  const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: share(0.5), p95: share(0.95), worst: share(1) };
}

/** From a typed letter to the frame after the list has changed. */
async function search(page: Page): Promise<{ p50: number; worst: number }> {
  const times: number[] = [];
  const field = page.getByRole('searchbox', { name: 'Search devices' });
  await page.evaluate(() => window.scrollTo(0, 0));
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Search and view' }).click();
  await field.fill('');
  for (const letter of 'sensor 4321') {
    await page.evaluate(() => {
      window.letterAt = new Promise((resolve) => {
        document.addEventListener(
          'input',
          () => {
            const start = performance.now();
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
          },
          { once: true, capture: true },
        );
      });
    });
    await field.press(letter === ' ' ? 'Space' : letter);
    times.push(Math.round(await page.evaluate(() => window.letterAt)));
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length / 2)] ?? 0, worst: times.at(-1) ?? 0 };
}

declare global {
  interface Window {
    letterAt: Promise<number>;
  }
}
