import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext } from 'playwright';
import { launchBrowser } from './browser.ts';
import { startServer } from './server.ts';

const goals = { loginKb: 120, deviceKb: 230, paintMs: 800 };

/**
 * JavaScript of the login page and of a device page (gzip, all files that the page loads), and the login page's largest
 * contentful paint with a processor slowed down four times, against a bare page with the same text. Option: `runs`.
 */
export async function webBench(options: Map<string, string>): Promise<void> {
  const runs = Number(options.get('runs') ?? 9);
  const server = await startServer();
  const browser = await launchBrowser();
  const response = await fetch(`${server.http}/api/virtual-board`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const { espid } = (await response.json()) as { espid: string };
  const login = await weigh(browser, `${server.http}/auth/login`);
  const device = await weigh(browser, `${server.http}/device/${espid}/Overview`, server.token);
  console.log(`log-in page: ${login.toFixed(1)} KB of JavaScript (goal under ${goals.loginKb})`);
  console.log(`device page: ${device.toFixed(1)} KB of JavaScript (goal under ${goals.deviceKb})`);
  const bare = await paints(browser, 'data:text/html,<h1>Cyno</h1><form><label>E-mail <input></label></form>', runs);
  const ours = await paints(browser, `${server.http}/auth/login`, runs);
  console.log(`largest contentful paint, 4 x slower: bare page p50 ${bare.p50} ms, worst ${bare.worst} ms`);
  console.log(
    `log-in page p50 ${ours.p50} ms, worst ${ours.worst} ms (goal under ${goals.paintMs}), ratio ${(ours.p50 / bare.p50).toFixed(1)}`,
  );
  await browser.close();
  await server.stop();
}

async function signedIn(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((stored) => {
    localStorage.setItem('accessToken', stored);
    localStorage.setItem('userId', 'bench@example.com');
    localStorage.setItem('member', 'admin');
  }, token);
}

/** KB (1,000 bytes) of all scripts that the page loads until the network is quiet, compressed with gzip. */
async function weigh(browser: Browser, address: string, token?: string): Promise<number> {
  const context = await browser.newContext();
  if (token) await signedIn(context, token);
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(address);
  await page.waitForTimeout(4_000);
  const sizes = await Promise.all(scripts);
  await context.close();
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000;
}

async function paints(browser: Browser, address: string, runs: number): Promise<{ p50: number; worst: number }> {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForTimeout(2_500);
    const time = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
    times.push(Math.round(time));
    await context.close();
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(times.length / 2)] ?? 0, worst: times.at(-1) ?? 0 };
}
