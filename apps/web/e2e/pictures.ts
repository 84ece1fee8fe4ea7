import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KitName } from '@cyno/virtual-board';
import { chromium, type Page } from '@playwright/test';
import configuration from '../playwright.config.ts';
import { sendPastDay } from './support/past-day.ts';
import { startProduct } from './support/product.ts';
import { newUser, type User } from './support/users.ts';

/** Takes the pictures of the README from the running product with virtual boards: `npm run pictures -w @cyno/web`. */

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

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(4_000);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

await mkdir(pictures, { recursive: true });
const directory = await mkdtemp(join(tmpdir(), 'cyno-pictures-'));
const product = await startProduct(directory);
const browser = await chromium.launch(configuration.use?.launchOptions ?? {});
try {
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  const user = await newUser(product, { setupCode, name: 'narin' });
  await user.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
  const [greenhouse = ''] = await fill(user, product.mqtt ?? '');
  await operate(user, greenhouse);
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Asia/Bangkok',
      locale: 'en-US',
    });
    await context.addInitScript(
      ([token, email, member, wanted]) => {
        localStorage.setItem('accessToken', token ?? '');
        localStorage.setItem('userId', email ?? '');
        localStorage.setItem('member', member ?? '');
        localStorage.setItem('appearance', JSON.stringify({ theme: wanted }));
      },
      [user.token, user.email, user.member, theme],
    );
    const page = await context.newPage();
    await page.goto(`${product.http}/device`);
    if (theme === 'light') await shoot(page, 'devices-light');
    await page.goto(`${product.http}/device/${greenhouse}/Overview?range=24h`);
    if (theme === 'dark') await shoot(page, 'overview-dark');
    if (theme === 'light') {
      await page.goto(`${product.http}/device/${greenhouse}/Control`);
      await shoot(page, 'control-light');
      await page.goto(`${product.http}/device/${greenhouse}/Overview?range=24h`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    if (theme === 'light') await shoot(page, 'overview-phone-light');
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exit(0);
