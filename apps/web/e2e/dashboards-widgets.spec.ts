import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { everyWidget } from './support/every-widget.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="20"><rect width="32" height="20"/></svg>`;

/** A server that the operator admits, and one that nobody did; both count what is requested of them. */
async function otherServer(): Promise<{ server: Server; origin: string; requested: string[] }> {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const isPage = request.url?.startsWith('/page');
    response.setHeader('content-type', isPage ? 'text/html' : 'image/svg+xml');
    response.end(isPage ? '<!doctype html><title>Other</title><h3>Another page</h3>' : picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

let directory: string;
let product: Product;
let admitted: Awaited<ReturnType<typeof otherServer>>;
let foreign: Awaited<ReturnType<typeof otherServer>>;

test.beforeAll(async () => {
  [admitted, foreign] = [await otherServer(), await otherServer()];
  directory = await mkdtemp(join(tmpdir(), 'cyno-widgets-'));
  product = await startProduct(directory, undefined, { EMBED_ORIGINS: admitted.origin });
});
test.afterAll(async () => {
  await product.stop();
  admitted.server.close();
  foreign.server.close();
  await rm(directory, { recursive: true, force: true });
});

const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

// The frame that the policy blocks may not read the session that the test puts into each document.
test.use({ allowErrors: /Content Security Policy|violates|sessionStorage/i });

test('one dashboard shows every kind of widget with live figures, operates the board, and loads nothing from elsewhere', async ({
  page,
  boards,
}) => {
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  const owner = await newUser(product, { setupCode });
  const board = await owner.board({ kit: 'climate' });
  boards.push(board);
  const received: string[] = [];
  board.on((one) => {
    if (one.type === 'received') received.push(one.payload);
  });
  const api = `/api/device/${encodeURIComponent(board.espid)}`;
  await owner.api('PATCH', api, { location: { latitude: 13.7, longitude: 100.5 } });
  // Histories of a day are fetched once a minute: there must be something in them when the page opens.
  const history = async () => {
    const to = Date.now();
    return (await owner.api('GET', `${api}/history?from=${to - 600_000}&to=${to}&points=100`)) as { times: number[] };
  };
  await expect.poll(async () => (await history()).times.length).toBeGreaterThan(2);
  const { id } = (await owner.api('POST', '/api/dashboards', {
    name: 'All',
    widgets: everyWidget(admitted.origin, board.espid),
    espids: [],
  })) as { id: number };
  await openAs(page, owner, `/dashboard/${id}`);

  await expect(card(page, 'Figure')).toContainText(/\d+\.\d\d\s*°C\s*out of order/);
  await expect(card(page, 'Bar').getByRole('img')).toHaveAccessibleName(/[\d.]+ °C, out of order/);
  await expect(card(page, 'Battery')).toContainText(/\d+\s*%/);
  await expect(card(page, 'Lamp')).toContainText('Lit');
  await expect(card(page, 'Wind').getByRole('img')).toHaveAccessibleName(/\d+° [NESW]+, .*mostly/);
  await expect(card(page, 'Uptime')).toContainText('connected');
  await expect(card(page, 'Chart').getByRole('img')).toHaveAccessibleName(/Limit at 60: too hot/);
  await expect(card(page, 'Bars').getByRole('table')).toHaveAccessibleName('Bars: highest value by hour');
  await expect(card(page, 'Histogram').getByRole('table')).toContainText('% of the time');
  await expect(card(page, 'Heat map').getByRole('table')).toHaveAccessibleName(/average by weekday and hour/);
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
  await expect(card(page, 'Camera').getByRole('img')).toBeVisible();
  await expect.poll(() => admitted.requested.filter((url) => url.startsWith('/camera')).length).toBeGreaterThan(2);

  const stepper = card(page, 'Stepper');
  await stepper.getByRole('button', { name: 'Stepper: increase by 0.5' }).click();
  await expect.poll(() => received).toContain('Event:want:10.5');
  const message = card(page, 'Text input');
  await message.getByRole('textbox').fill('good morning');
  await message.getByRole('textbox').press('Enter');
  await expect.poll(() => received).toContain('Event:say:good morning');
  await expect(message).toContainText(/done|did not answer/);
  const terminal = card(page, 'Terminal');
  await terminal.getByRole('textbox').fill('status');
  await terminal.getByRole('button', { name: 'Send' }).click();
  await expect(terminal.getByRole('listitem')).toContainText('status');
  await expect.poll(() => received).toContain('Event:line:status');

  // Where our own code would slip, the page's policy loads nothing.
  const blocked = await page.evaluate(async (origin) => {
    const wait = (element: HTMLElement) =>
      new Promise<string>((resolve) => {
        const notified = ({ effectiveDirective }: SecurityPolicyViolationEvent) => resolve(effectiveDirective);
        document.addEventListener('securitypolicyviolation', notified, { once: true });
        document.body.append(element);
      });
    const image = Object.assign(document.createElement('img'), { src: `${origin}/slip` });
    const frame = Object.assign(document.createElement('iframe'), { src: `${origin}/page` });
    return [await wait(image), await wait(frame)];
  }, foreign.origin);
  expect(blocked).toEqual(['img-src', 'frame-src']);
  expect(foreign.requested).toEqual([]);
});
