import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { generate } from 'mqtt-packet';
import type { Browser, Page } from 'playwright';
import { launchBrowser } from '../browser.ts';
import { startChild } from '../child.ts';
import { Latencies } from '../latencies.ts';
import { connectPacket } from '../mqtt-wire.ts';
import { startServer } from '../server.ts';
import { type Painted, probe } from './paint-probe.ts';

const password = 'cynoiotbundle';
const goalMs = 60;

/** Time on the same clock as the page's, ms since the epoch. */
const now = () => performance.timeOrigin + performance.now();

type Target = {
  mqttPort: number;
  username: string;
  /** The address of the page that shows the numbers of a board. */
  address(espid: string): string;
  /** Where its number stands. */
  selector: string;
  token?: string;
};

type Load = { boards: number; rate: number; seconds: number };

/**
 * From publishing over MQTT to the value standing on a page in headless Chromium: `boards` publish four variables at `rate` messages
 * a second in all, and the page shows one of them. Each message counts until its value or a newer one is painted. The peer is a bare
 * aedes that feeds a page with nothing but the number. Options: `boards`, `rate`, `seconds`. Needs a built web app.
 */
export async function paintBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const load = { boards: number('boards', 50), rate: number('rate', 100), seconds: number('seconds', 30) };
  const browser = await launchBrowser();
  const peer = await paintPeer(browser, load);
  const product = await paintProduct(browser, load);
  await browser.close();
  console.log(`ratio at p95 ${(product / peer).toFixed(1)}, p95 ${product} ms (goal under ${goalMs} ms)`);
}

async function paintPeer(browser: Browser, load: Load): Promise<number> {
  const peer = startChild('paint/paint-peer.ts', []);
  const ports = await peer.nextLine<{ mqtt: number; http: number }>();
  const p95 = await measure('bare aedes and a bare page', browser, load, {
    mqttPort: ports.mqtt,
    username: 'bench',
    address: (espid) => `http://127.0.0.1:${ports.http}/#${topicOf(espid)}`,
    selector: '#sequence',
  });
  await peer.stop('SIGKILL');
  return p95;
}

async function paintProduct(browser: Browser, load: Load): Promise<number> {
  const server = await startServer();
  const p95 = await measure('Cyno, a device page with its charts', browser, load, {
    mqttPort: server.plainPort,
    username: server.username,
    address: (espid) => `${server.http}/device/${espid}/Overview?range=15m`,
    selector: '.value-card:first-child .value-card-figure',
    token: server.token,
  });
  await server.stop();
  return p95;
}

async function measure(name: string, browser: Browser, load: Load, target: Target): Promise<number> {
  const boards = await Promise.all(Array.from({ length: load.boards }, (_, index) => connectBoard(index, target)));
  const visible = boards[0];
  if (!visible) throw new Error('There must be at least one board');
  for (const board of boards) board.publish();
  const page = await openPage(browser, target);
  const stop = publishEvenly(boards, load.rate);
  await page.goto(target.address(visible.espid));
  await page.waitForSelector(target.selector);
  // The page's own start, and the compiler's warming up, are not what is measured.
  await page.waitForTimeout(5_000);
  const from = visible.sentAt.length;
  await page.waitForTimeout(load.seconds * 1_000);
  stop();
  await page.waitForTimeout(500);
  const painted = await page.evaluate(() => window.paintedValues);
  await page.context().close();
  for (const board of boards) board.end();
  return report(name, visible.sentAt, from, painted);
}

async function openPage(browser: Browser, target: Target): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (target.token) {
    await context.addInitScript((token) => {
      localStorage.setItem('accessToken', token);
      localStorage.setItem('userId', 'bench@example.com');
      localStorage.setItem('member', 'admin');
    }, target.token);
  }
  await context.addInitScript(probe, target.selector);
  return context.newPage();
}

type Board = { espid: string; sentAt: number[]; publish(): void; end(): void };

const topicOf = (espid: string) => `/${espid}/data/update`;

async function connectBoard(index: number, { mqttPort, username }: Target): Promise<Board> {
  const espid = `ESP32-D0WDQ6-100_${(0xc0000000 + index).toString(16)}`;
  const socket: Socket = connect({ port: mqttPort, host: '127.0.0.1', noDelay: true });
  socket.write(connectPacket(espid, username, password));
  const [response] = (await once(socket, 'data')) as [Buffer];
  if (response[3] !== 0) throw new Error(`The board was refused with code ${response[3]}`);
  // Echoes are of no interest, but must be read.
  socket.resume();
  const sentAt: number[] = [];
  return {
    espid,
    sentAt,
    publish() {
      const sequence = sentAt.push(now());
      const payload = JSON.stringify({ sequence, temp: 20 + Math.sin(sequence / 9), humid: 60, light: sequence % 7 });
      socket.write(generate({ cmd: 'publish', topic: topicOf(espid), payload, qos: 0, retain: false, dup: false }));
    },
    end: () => socket.destroy(),
  };
}

/** Lets the boards publish in turn, `rate` messages a second in all; returns how to stop. */
function publishEvenly(boards: readonly Board[], rate: number): () => void {
  const start = now();
  let sent = 0;
  const timer = setInterval(() => {
    for (const due = ((now() - start) / 1_000) * rate; sent < due; sent++) boards[sent % boards.length]?.publish();
  }, 5);
  return () => clearInterval(timer);
}

function report(name: string, sentAt: readonly number[], from: number, painted: readonly Painted[]): number {
  const latencies = new Latencies();
  let place = 0;
  let never = 0;
  for (let index = from; index < sentAt.length; index++) {
    while (place < painted.length && (painted[place]?.[0] ?? 0) < index + 1) place++;
    const visible = painted[place];
    if (visible) latencies.add(visible[1] - (sentAt[index] ?? 0));
    else never += 1;
  }
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => latencies.percentile(share));
  const count = sentAt.length - from;
  console.log(`${name}: ${count} messages, painted in p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, never ${never}`);
  return p95 ?? Number.NaN;
}
