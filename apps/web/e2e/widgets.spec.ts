import { mkdtemp } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WidgetContent } from '@cyno/contract';
import type { Page } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"><rect width="32" height="20"/></svg>`;
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A server that the operator admits, and one that nobody did; both count what is asked of them. */
async function otherServer(): Promise<{ server: Server; origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    // Axe reads the headings of framed pages in one order with ours, in which this one stands below a widget's.
    const isPage = request.url?.startsWith('/page');
    response.setHeader('content-type', isPage ? 'text/html' : 'image/svg+xml');
    response.end(isPage ? '<!doctype html><title>Other</title><h3>Another page</h3>' : picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

let product: Product;
let admitted: Awaited<ReturnType<typeof otherServer>>;
let foreign: Awaited<ReturnType<typeof otherServer>>;
let owner: User;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  [admitted, foreign] = [await otherServer(), await otherServer()];
  const directory = await mkdtemp(join(tmpdir(), 'cyno-widgets-'));
  product = await startProduct(directory, undefined, { EMBED_ORIGINS: admitted.origin });
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  owner = await newUser(product, { setupCode });
});
test.afterAll(async () => {
  await product.stop();
  admitted.server.close();
  foreign.server.close();
});

const zones: Extract<WidgetContent, { type: 'gauge' }>['zones'] = [
  { from: -50, tone: 'danger', word: 'out of order' },
  { from: 90, tone: 'good', word: 'fine' },
];
const event = (name: string) => ({ kind: 'event', name }) as const;
const day = { minutes: 1_440 };

/** One of every kind. */
const everything = (origin: string): WidgetContent[] => [
  { type: 'value', title: 'Figure', key: 'temp', zones, decimals: 2 },
  { type: 'gauge', title: 'Gauge', key: 'temp', min: 0, max: 50, zones },
  { type: 'bar', title: 'Bar', key: 'temp', min: 0, max: 50, zones },
  { type: 'tank', title: 'Tank', key: 'soil', min: 0, max: 100, zones: [] },
  { type: 'battery', title: 'Battery', key: 'soil', chemistry: 'percent', cells: 1 },
  {
    type: 'led',
    title: 'Lamp',
    key: 'temp',
    onFrom: 0,
    tone: 'good',
    colour: '#aa00ff',
    onWord: 'Lit',
    offWord: 'Dark',
  },
  { type: 'compass', title: 'Wind', keys: ['humid', 'temp'], ...day },
  { type: 'uptime', title: 'Uptime' },
  {
    ...{ type: 'chart', title: 'Chart', keys: ['temp', 'humid'], right: ['humid'], style: 'area', minutes: 60 },
    limits: [{ value: 60, tone: 'warning', word: 'too hot' }],
  },
  { type: 'bars', title: 'Bars', key: 'temp', zones: [], by: 'hour', figure: 'highest', ...day },
  { type: 'heatmap', title: 'Heat map', key: 'temp', minutes: 40_320 },
  { type: 'histogram', title: 'Histogram', key: 'temp', bins: 8, ...day },
  { type: 'pie', title: 'Shares', keys: ['temp', 'humid'], zones: [], shares: 'values', ...day },
  { type: 'timeline', title: 'Timeline', key: 'temp', onFrom: 1, ...day },
  { type: 'states', title: 'States', keys: ['temp'], zones, ...day },
  { type: 'map', title: 'Map', keys: [], ...day },
  { type: 'image', title: 'Picture', url: dot, fit: 'contain', alt: 'A dot' },
  { type: 'camera', title: 'Camera', url: `${origin}/camera`, seconds: 1 },
  { type: 'frame', title: 'Web page', url: `${origin}/page` },
  { type: 'table', title: 'Table', keys: ['temp', 'humid'] },
  { type: 'text', title: 'Notes', text: 'Soil is at **{{soil}}** %.', keys: ['soil'] },
  { type: 'warnings', title: 'Warnings' },
  { type: 'devices', title: 'Devices' },
  { type: 'clock', title: 'Clock' },
  { type: 'countdown', title: 'Countdown', until: Date.UTC(2040, 0, 1) },
  { type: 'switch', title: 'Switch', target: event('pump') },
  { type: 'button', title: 'Button', target: event('beep'), value: '1' },
  { type: 'slider', title: 'Slider', target: event('level'), unit: '%', min: 0, max: 100, step: 1 },
  { type: 'stepper', title: 'Stepper', target: event('want'), unit: '°C', min: 10, max: 30, step: 0.5 },
  { type: 'number', title: 'Number', target: event('time'), unit: 's', min: 0, max: 600, step: 5 },
  {
    type: 'choice',
    title: 'Choice',
    target: event('mode'),
    options: [
      { value: 'a', label: 'Auto' },
      { value: 'b', label: 'By hand' },
    ],
  },
  { type: 'colour', title: 'Colour', target: event('rgb'), format: 'rgb' },
  { type: 'message', title: 'Text input', target: event('say') },
  { type: 'terminal', title: 'Terminal', target: event('line'), keys: [] },
];

async function dashboardOf(user: User, espid: string, contents: readonly WidgetContent[]) {
  const api = `/api/device/${encodeURIComponent(espid)}`;
  const widgets = contents.map((content, index) => ({
    ...{ id: `w${index}`, x: (index % 3) * 4, y: Math.floor(index / 3) * 4, width: 4, height: 4 },
    content,
  }));
  // Whether its board has announced a dashboard by now or not: from here on there is one.
  await user.api('PUT', `${api}/dashboard`, { template: 'dht' });
  const { dashboard } = (await user.api('GET', `${api}/dashboard`)) as { dashboard: { version: number } | null };
  await user.api('PUT', `${api}/dashboard/widgets`, { name: 'All', widgets, basedOn: dashboard?.version ?? null });
  return `/device/${encodeURIComponent(espid)}/Dashboard`;
}

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

test('one dashboard shows every kind of widget with live figures', async ({ page, boards }) => {
  // Axe looks at some hundred elements, twice.
  test.slow();
  const board = await owner.board({ kit: 'climate' });
  boards.push(board);
  const api = `/api/device/${encodeURIComponent(board.espid)}`;
  await owner.api('PATCH', api, { location: { latitude: 13.7, longitude: 100.5 } });
  // Histories of a day are fetched once a minute: there must be something in them when the page opens.
  const history = async () => {
    const to = Date.now();
    return (await owner.api('GET', `${api}/history?from=${to - 600_000}&to=${to}&points=100`)) as { times: number[] };
  };
  await expect.poll(async () => (await history()).times.length, { timeout: 20_000 }).toBeGreaterThan(2);
  const path = await dashboardOf(owner, board.espid, everything(admitted.origin));
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, owner, path);

  await expect(card(page, 'Figure')).toBeVisible({ timeout: 20_000 });
  await expect(card(page, 'Figure')).toContainText(/\d+\.\d\d\s*°C\s*out of order/);
  await expect(card(page, 'Bar').getByRole('img')).toHaveAccessibleName(/[\d.]+ °C, out of order/);
  await expect(card(page, 'Battery')).toContainText(/\d+\s*%/);
  await expect(card(page, 'Lamp')).toContainText('Lit');
  await expect(card(page, 'Wind').getByRole('img')).toHaveAccessibleName(/\d+° [NESW]+, .*mostly/);
  await expect(card(page, 'Uptime')).toContainText('connected');
  await expect(card(page, 'Chart').getByRole('img')).toHaveAccessibleName(/Limit at 60: too hot/);
  await expect(card(page, 'Bars').getByRole('table')).toHaveAccessibleName('Bars: highest value by hour');
  await expect(card(page, 'Histogram').getByRole('table')).toContainText('% of the time');
  await expect(card(page, 'Heat map').getByRole('table')).toHaveAccessibleName(/mean by weekday and hour/);
  await expect(card(page, 'Shares').getByRole('listitem')).toHaveCount(2);
  await expect(card(page, 'States').getByRole('img')).toHaveAccessibleName(/now out of order/);
  await expect(card(page, 'Map').getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await expect(card(page, 'Picture').getByRole('img', { name: 'A dot' })).toBeVisible();
  await expect(card(page, 'Notes')).toContainText(/Soil is at [\d.]+ %/);
  await expect(card(page, 'Warnings')).toContainText('out of order');
  await expect(card(page, 'Devices')).toContainText('1 of 1 online');
  await expect(card(page, 'Countdown')).toContainText('until');
  await card(page, 'Web page').scrollIntoViewIfNeeded();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Another page' })).toBeVisible();
  await card(page, 'Camera').scrollIntoViewIfNeeded();
  await expect(card(page, 'Camera').getByRole('img')).toBeVisible();
  const before = admitted.asked.length;
  await expect.poll(() => admitted.asked.slice(before).some((url) => url.startsWith('/camera'))).toBe(true);

  expect(await axeFindings(page)).toEqual([]);
  await page.evaluate(() => localStorage.setItem('appearance', JSON.stringify({ theme: 'dark' })));
  await page.setViewportSize({ width: 360, height: 800 });
  await page.reload();
  await expect(card(page, 'Terminal')).toBeVisible();
  await expect(card(page, 'Shares').getByRole('listitem')).toHaveCount(2);
  expect(await fitsWidth(page)).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
});

test('controls send what is chosen, and tell what became of it', async ({ page, boards }) => {
  const board = await owner.board({ kit: 'climate' });
  boards.push(board);
  const received: string[] = [];
  board.on((one) => {
    if (one.type === 'received') received.push(one.payload);
  });
  const controls = everything(admitted.origin).filter((content) => 'target' in content);
  const path = await dashboardOf(owner, board.espid, controls);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, owner, path);

  const stepper = card(page, 'Stepper');
  await stepper.getByRole('button', { name: 'Stepper: up by 0.5' }).dblclick();
  await expect(stepper.getByRole('status')).toContainText('11 °C');
  await expect.poll(() => received).toContain('Event:want:11');
  // A board that is slow to answer is told again, but never of the step between.
  expect(new Set(received.filter((one) => one.startsWith('Event:want')))).toEqual(new Set(['Event:want:11']));

  const number = card(page, 'Number');
  await number.getByRole('textbox').fill('9000');
  await number.getByRole('textbox').press('Enter');
  await expect(number.getByRole('alert')).toHaveText('Type a number from 0 to 600.');
  await number.getByRole('textbox').fill('61');
  await number.getByRole('button', { name: 'Set' }).click();
  await expect.poll(() => received).toContain('Event:time:60');

  const colour = card(page, 'Colour');
  await colour.getByLabel('Colour').fill('#ff8000');
  await colour.getByRole('button', { name: 'Set' }).click();
  await expect.poll(() => received).toContain('Event:rgb:255;128;0');

  const message = card(page, 'Text input');
  await message.getByRole('textbox').fill('a: b');
  await expect(message.getByRole('alert')).toContainText('Leave out colons and commas');
  await message.getByRole('textbox').fill('good morning');
  await message.getByRole('textbox').press('Enter');
  await expect.poll(() => received).toContain('Event:say:good morning');
  await expect(message).toContainText(/done|no answer/);

  const terminal = card(page, 'Terminal');
  await terminal.getByRole('textbox').fill('status');
  await terminal.getByRole('button', { name: 'Send' }).click();
  await expect(terminal.getByRole('listitem')).toContainText('status');
  await expect.poll(() => received).toContain('Event:line:status');
});

test.describe('hostile contents', () => {
  // The frame that the policy blocks may not read the session that the test puts into each document.
  test.use({ allowErrors: /Content Security Policy|violates|sessionStorage/i });

  test('run nothing, lead nowhere and load nothing from elsewhere', async ({ page, boards }) => {
    const board = await owner.board({ kit: 'climate' });
    boards.push(board);
    const text = [
      '<img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">',
      '[one](javascript:window.hit=1) [two](data:text/html,<script>alert(1)</script>) [three](https://example.com "t")',
      `![spy](${foreign.origin}/markdown) ![own](${dot})`,
      `<iframe src="${foreign.origin}/page"></iframe>`,
    ].join('\n\n');
    const path = await dashboardOf(owner, board.espid, [
      { type: 'text', title: 'Notes', text, keys: [] },
      { type: 'image', title: 'Picture', url: `${foreign.origin}/image`, fit: 'cover', alt: '' },
      { type: 'camera', title: 'Camera', url: `${foreign.origin}/camera`, seconds: 1 },
      { type: 'frame', title: 'Page', url: `${foreign.origin}/page` },
      { type: 'frame', title: 'Own page', url: `${product.http}/device` },
    ]);
    await openAs(page, owner, path);
    const notes = card(page, 'Notes');
    await expect(notes.getByRole('link')).toHaveCount(1);
    await expect(notes.getByRole('link', { name: 'three' })).toHaveAttribute('rel', /noopener/);
    await expect(notes.getByRole('link', { name: 'three' })).toHaveAttribute('target', '_blank');
    await expect(notes.locator('script, iframe, svg, [onerror], [onload]')).toHaveCount(0);
    await expect(notes.getByRole('img')).toHaveCount(1);
    for (const title of ['Picture', 'Camera', 'Page']) {
      await expect(card(page, title)).toContainText(`Nothing is loaded from ${foreign.origin}`);
      await expect(card(page, title)).toContainText('EMBED_ORIGINS');
    }
    await expect(card(page, 'Own page')).toContainText('cannot be shown');
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);

    // Also where our own code would slip, the page's policy loads nothing.
    const blocked = await page.evaluate(async (origin) => {
      const wait = (element: HTMLElement) =>
        new Promise<string>((resolve) => {
          document.addEventListener(
            'securitypolicyviolation',
            ({ effectiveDirective }) => resolve(effectiveDirective),
            {
              once: true,
            },
          );
          document.body.append(element);
        });
      const image = Object.assign(document.createElement('img'), { src: `${origin}/slip` });
      const frame = Object.assign(document.createElement('iframe'), { src: `${origin}/page` });
      return [await wait(image), await wait(frame)];
    }, foreign.origin);
    expect(blocked).toEqual(['img-src', 'frame-src']);
    expect(foreign.asked).toEqual([]);
  });
});
