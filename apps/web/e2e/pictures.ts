import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KitName } from '@cyno/virtual-board';
import { type Browser, chromium } from '@playwright/test';
import configuration from '../playwright.config.ts';
import { sendPastDay } from './support/past-day.ts';
import { startProduct } from './support/product.ts';
import { showcaseDashboard } from './support/showcase.ts';
import { newUser, type User } from './support/users.ts';

/**
 * Takes the pictures of the README from the running product with virtual boards: `npm run pictures -w @cyno/web`. A third of their
 * size is enough: `mogrify -strip +dither -colors 256 -format png docs/pictures/*.png` (ImageMagick).
 */

const pictures = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
const utcOffsetHours = 7;
const boards: { name: string; kit: KitName; stays: boolean; gap?: { from: number; to: number } }[] = [
  { name: 'Greenhouse 1', kit: 'climate', stays: true, gap: { from: 5.2, to: 4.7 } },
  { name: 'Nursery tank', kit: 'tank', stays: true },
  { name: 'Main meter', kit: 'power', stays: true },
  { name: 'Classroom 3/2', kit: 'air', stays: true },
  { name: 'Chilli bed', kit: 'soil', stays: true },
  { name: 'Cold room', kit: 'climate', stays: false, gap: { from: 2, to: -1 } },
];

async function fill(user: User, mqtt: string): Promise<string[]> {
  await user.api('PATCH', '/api/profile', { boardsSendTimes: true });
  const { connectionKey } = (await user.api('GET', '/api/pairing')) as { connectionKey: string };
  const espids: string[] = [];
  for (const [index, { name, kit, stays, gap }] of boards.entries()) {
    const board = await user.board({ kit, name, family: index % 2 === 0 ? 'esp8266' : 'esp32', intervalMs: 2_000 });
    await board.stop();
    const username = `${user.email}/${connectionKey}`;
    await sendPastDay({ espid: board.espid, kit, username, mqtt, stepMs: 20_000, utcOffsetHours, ...(gap && { gap }) });
    if (stays) board.start();
    espids.push(board.espid);
  }
  return espids;
}

/** Sets up outputs and events on a board and switches them, as their owner would have. */
async function operate(user: User, espid: string): Promise<void> {
  const device = `/api/device/${encodeURIComponent(espid)}`;
  const outputs = [
    { pin: 'D1', mode: 'digit', name: 'Exhaust fan', locked: false, momentaryMs: null },
    { pin: 'D2', mode: 'digit', name: 'Drip valve', locked: true, momentaryMs: null },
    { pin: 'D5', mode: 'pwm', name: 'Grow light', locked: false, momentaryMs: null },
    { pin: 'D6', mode: 'digit', name: 'Mist pump', locked: false, momentaryMs: 5_000 },
  ];
  for (const { pin, ...output } of outputs) await user.api('PUT', `${device}/outputs/${pin}`, output);
  const pins = [
    { pin: 'D1', mode: 'digit', value: 1 },
    { pin: 'D5', mode: 'pwm', value: 102 },
  ];
  await user.api('POST', `${device}/io`, { pins });
  await user.api('POST', `${device}/event`, { name: 'Mode', value: 'auto' });
  await user.api('POST', `${device}/event`, { name: 'Start', value: '40' });
  const event = { min: 0, max: 100, step: 1, choices: [], locked: false, momentary: false };
  await user.api('PUT', `${device}/events/Start`, { ...event, label: 'Start at', widget: 'slider' });
}

/** Writes on the time line and shares with others, as their owner would have. */
async function share(user: User, espid: string, dashboardId: number): Promise<void> {
  const device = `/api/device/${encodeURIComponent(espid)}`;
  const hoursAgo = (hours: number) => Date.now() - hours * 3_600_000;
  const notes = [
    { from: hoursAgo(18), to: hoursAgo(16.5), text: 'Roof stood open', tone: 'warning' },
    { from: hoursAgo(9), to: null, text: 'Beds watered by hand', tone: 'good' },
    { from: hoursAgo(5.2), to: hoursAgo(4.7), text: 'Sensor unplugged', tone: 'problem' },
  ];
  for (const note of notes) await user.api('POST', `${device}/annotations`, note);
  const people = [
    { email: 'malee@example.com', role: 'operator', expiresAt: null },
    { email: 'school-lab@example.com', role: 'viewer', expiresAt: Date.now() + 30 * 24 * 3_600_000 },
  ];
  for (const person of people) await user.api('POST', `${device}/shares`, person);
  const { dashboard } = (await user.api('GET', `${device}/dashboard`)) as { dashboard: { id: number } };
  const link = { expiresAt: null, exposed: [], origins: [], password: null };
  await user.api('POST', `/api/dashboards/${dashboard.id}/links`, { ...link, name: 'Screen in the club house' });
  await user.api('POST', `/api/dashboards/${dashboardId}/links`, { ...link, name: 'Open day' });
  await user.api('POST', `${device}/passes`, {
    ...{ name: 'Neighbour, in the holidays', title: 'Drip valve', uses: 12, from: null },
    ...{ target: { kind: 'output', pin: 'D2', mode: 'digit' }, offers: [{ value: '1', label: 'Water' }] },
    until: Date.now() + 7 * 24 * 3_600_000,
  });
}

const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function shoot(browser: Browser, user: User, request: { name: string; path: string; size?: typeof wide }) {
  const { name, path, size = wide } = request;
  const context = await browser.newContext({ viewport: size, timezoneId: 'Asia/Bangkok', locale: 'en-US' });
  await context.addInitScript(
    ([token, email, member, theme]) => {
      localStorage.setItem('accessToken', token ?? '');
      localStorage.setItem('userId', email ?? '');
      localStorage.setItem('member', member ?? '');
      localStorage.setItem('appearance', JSON.stringify({ theme }));
    },
    [user.token, user.email, user.member, name.endsWith('dark') ? 'dark' : 'light'],
  );
  const page = await context.newPage();
  await page.goto(user.http + path);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.waitForTimeout(5_000);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await context.close();
}

await mkdir(pictures, { recursive: true });
const directory = await mkdtemp(join(tmpdir(), 'cyno-pictures-'));
const product = await startProduct(directory, undefined, { DATABASE_URL: '' });
const browser = await chromium.launch(configuration.use?.launchOptions ?? {});
try {
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  const user = await newUser(product, { setupCode, name: 'narin' });
  await user.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
  const espids = await fill(user, product.mqtt ?? '');
  const [greenhouse = ''] = espids;
  await operate(user, greenhouse);
  const farm = (await user.api('POST', '/api/dashboards', showcaseDashboard(espids))) as { id: number };
  await share(user, greenhouse, farm.id);
  const dashboard = `/dashboard/${farm.id}`;
  const device = `/device/${greenhouse}`;
  for (const picture of [
    { name: 'devices-light', path: '/device' },
    { name: 'dashboard-light', path: dashboard },
    { name: 'dashboard-dark', path: dashboard },
    { name: 'dashboard-phone-light', path: dashboard, size: phone },
    { name: 'history-light', path: `${device}/History?range=24h` },
    { name: 'sharing-light', path: `${device}/Sharing` },
    { name: 'control-light', path: `${device}/Control` },
    { name: 'overview-dark', path: `${device}/Overview?range=24h` },
    { name: 'overview-phone-light', path: `${device}/Overview?range=24h`, size: phone },
  ]) {
    await shoot(browser, user, picture);
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exit(0);
