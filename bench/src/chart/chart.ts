import type { CDPSession, Locator, Page } from 'playwright';
import { launchBrowser } from '../browser.ts';
import { seededDevice } from '../history/history-seed.ts';
import { startServer } from '../server.ts';
import { startChartPeer } from './chart-peer.ts';
import { chartProbe, type Press } from './chart-probe.ts';

const goals = { pressMs: 200, frameMs: 1000 / 60 };
const viewport = { width: 1440, height: 900 };
/** What the product requests at this width. */
const points = 1000;
const ranges = ['7 days', '30 days', '6 h', '24 h'] as const;
const zoomSeconds = 4;

/**
 * The History tab in headless Chromium with four variables: from the press on a range to its chart on the screen, and the frames while
 * it is zoomed with the wheel. The peer in the same run is a page with nothing but uPlot that shows the same responses of the same
 * server. Options: `presses` (of each range), `days`, and `data` (a directory that stores the data for the next run). Needs a built
 * web app.
 */
export async function chartBench(options: Map<string, string>): Promise<void> {
  const presses = Number(options.get('presses') ?? 10);
  const server = await startServer([], options.get('data'));
  const { espid } = await seededDevice(server, Number(options.get('days') ?? 31));
  const peer = await startChartPeer(server, espid, points);
  const browser = await launchBrowser();
  const open = async (address: string): Promise<Page> => {
    const context = await browser.newContext({ viewport });
    await context.addInitScript((token) => {
      localStorage.setItem('accessToken', token);
      localStorage.setItem('userId', 'bench@example.com');
      localStorage.setItem('member', 'admin');
    }, server.token);
    await context.addInitScript(chartProbe);
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForSelector('.u-over');
    await page.waitForTimeout(3_000);
    return page;
  };
  const bare = await open(peer.http);
  const floor = await measurePage('bare uPlot', bare, presses, (range) =>
    bare.getByRole('button', { name: range, exact: true }),
  );
  await bare.close();
  const keys = await keysOf(server.http, server.token, espid);
  const query = new URLSearchParams([['range', '24h'], ...keys.map((key) => ['v', `${espid}:${key}`])]);
  const product = await open(`${server.http}/device/${espid}/History?${query}`);
  const ours = await measurePage('Cyno, the History tab', product, presses, (range) =>
    product.locator('.history-ranges label', { hasText: range }),
  );
  console.log(
    `ratio: press ${(ours.press / floor.press).toFixed(1)}, CPU of a zoomed frame ${(ours.frameCpu / floor.frameCpu).toFixed(1)}`,
  );
  await browser.close();
  peer.stop();
  await server.stop();
}

type Figures = { press: number; frameCpu: number };

/** Prints what a page takes; medians in ms. */
async function measurePage(
  name: string,
  page: Page,
  presses: number,
  buttonOf: (range: string) => Locator,
): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  // Time of the processor, not of the clock.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const found: (Press & { cpu: number })[] = [];
  // Of the first press of each range the code is not compiled yet.
  for (let press = -1; press < presses; press++) {
    for (const range of ranges) {
      const before = await cpuOf(session);
      await buttonOf(range).click();
      const times = await page.waitForFunction(() => window.lastPress).then((handle) => handle.jsonValue());
      if (!times) throw new Error('The chart was not drawn');
      const cpu = (await cpuOf(session)) - before;
      if (press >= 0) found.push({ ...times, cpu });
      // What follows the chart, such as the figures below it, must not count for the next press.
      await page.waitForTimeout(400);
    }
  }
  const all = found.map(({ pressed, painted }) => painted - pressed);
  const after = found.map(({ responded, painted }) => painted - responded);
  const zoom = await measureZoom(page, session);
  console.log(
    `${name}: press to chart ${summary(all)} (goal ${goals.pressMs}), of it after the answer ${summary(after)}`,
  );
  console.log(
    `  CPU of a press p50 ${share(
      found.map(({ cpu }) => cpu),
      0.5,
    )} ms`,
  );
  console.log(
    `  zooming: frames ${summary(zoom.frames)} (goal ${goals.frameMs.toFixed(1)}), CPU of a frame ${zoom.cpu.toFixed(1)} ms`,
  );
  return { press: share(all, 0.5), frameCpu: zoom.cpu };
}

/** Frames while the wheel zooms in and out again, several times a frame, around the middle of the chart. */
async function measureZoom(page: Page, session: CDPSession): Promise<{ frames: number[]; cpu: number }> {
  const box = await page.locator('.u-over').first().boundingBox();
  if (!box) throw new Error('There is no chart');
  await page.evaluate(() => window.scrollTo(0, 0));
  const wheel = {
    type: 'mouseWheel',
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    deltaX: 0,
    modifiers: 2,
  } as const;
  await page.mouse.move(wheel.x, wheel.y);
  const before = await cpuOf(session);
  await page.evaluate(() => {
    window.frameTimes = [];
  });
  const start = performance.now();
  for (let turn = 0; performance.now() - start < zoomSeconds * 1_000; turn++) {
    const deltaY = Math.floor(turn / 60) % 2 === 0 ? -4 : 4;
    await session.send('Input.dispatchMouseEvent', { ...wheel, deltaY });
  }
  const frames = await page.evaluate(() => window.frameTimes.slice(1));
  return { frames, cpu: ((await cpuOf(session)) - before) / frames.length };
}

/** What the page's main thread has taken of the processor so far, ms. */
async function cpuOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
}

async function keysOf(http: string, token: string, espid: string): Promise<string[]> {
  const response = await fetch(`${http}/api/device/`, { headers: { authorization: `Bearer ${token}` } });
  const devices = (await response.json()) as { espid: string; variables: { key: string }[] }[];
  return devices.find((device) => device.espid === espid)?.variables.map(({ key }) => key) ?? [];
}

function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN)) / 10;
}

const summary = (times: readonly number[]): string =>
  `p50 ${share(times, 0.5)} ms, p95 ${share(times, 0.95)} ms, longest ${share(times, 1)} ms`;
