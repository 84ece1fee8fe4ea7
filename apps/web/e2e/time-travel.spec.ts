import type { Page } from '@playwright/test';
import { sendPastDay } from './support/past-day.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

const hourMs = 3_600_000;
const stepMs = 60_000;
const gap = { from: 6, to: 4 };
const widgets = [
  { id: 'a', x: 0, y: 0, width: 3, height: 2, content: { type: 'value', title: 'Temperature', key: 'temp' } },
  {
    ...{ id: 'b', x: 3, y: 0, width: 3, height: 4 },
    content: { type: 'gauge', title: 'Humidity', key: 'humid', min: 0, max: 100, zones: [] },
  },
  {
    ...{ id: 'c', x: 6, y: 0, width: 6, height: 4 },
    content: { type: 'chart', title: 'Last hours', keys: ['temp', 'humid'], minutes: 120 },
  },
  {
    ...{ id: 'd', x: 0, y: 2, width: 3, height: 2 },
    content: { type: 'switch', title: 'Fan', target: { kind: 'output', pin: '4', mode: 'digit' } },
  },
];

type History = { times: number[]; series: Record<string, { value: (number | null)[] }> };

/** One past day for all journeys: none of them changes it. */
let house: Awaited<ReturnType<typeof greenhouse>>;
test.beforeAll(async () => {
  house = await greenhouse(await newUser());
});
test.afterAll(() => house?.board.stop());

async function greenhouse(user: User) {
  const board = await user.board({ kit: 'climate', name: 'Greenhouse' });
  const { connectionKey } = (await user.api('GET', '/api/pairing')) as { connectionKey: string };
  await board.stop();
  await sendPastDay({
    ...{ espid: board.espid, kit: 'climate', mqtt: product.mqtt, stepMs, utcOffsetHours: 0, gap },
    username: `${user.email}/${connectionKey}`,
  });
  const api = `/api/device/${encodeURIComponent(board.espid)}`;
  const { dashboard } = (await user.api('GET', `${api}/dashboard`)) as { dashboard: { version: number } | null };
  await user.api('PUT', `${api}/dashboard/widgets`, { name: 'House', basedOn: dashboard?.version ?? null, widgets });
  board.start();
  await user.api('POST', `${api}/io`, { pins: [{ pin: '4', mode: 'digit', value: 1 }] });
  const reported = async () =>
    ((await user.api('GET', `${api}/control`)) as { outputs: { reported: number | null }[] }).outputs[0]?.reported;
  await expect.poll(reported).toBe(1);
  return { user, board, api, path: `/device/${encodeURIComponent(board.espid)}/Dashboard` };
}

/** The newest temperature at or before a moment, as the history knows it. */
async function temperatureAt(user: User, api: string, at: number): Promise<string> {
  const query = `history?from=${at - 3 * hourMs}&to=${at + 1}&keys=temp&points=5000`;
  const { series } = (await user.api('GET', `${api}/${query}`)) as History;
  const value = series.temp?.value.findLast((one) => one !== null);
  return String(Number(value?.toFixed(3))).replace('-', '−');
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'Moment that is shown' });
const moment = (page: Page) => slider(page).evaluate((input: HTMLInputElement) => input.valueAsNumber);
const iso = (at: number) => new Date(at).toISOString().slice(0, 19).concat('Z');

test('every widget shows the moment that is chosen, and the address brings it back', async ({ page }) => {
  test.slow();
  const { user, api, path } = house;
  const at = Math.floor((Date.now() - 10 * hourMs) / 1_000) * 1_000;
  await openAs(page, user, `${path}?at=${iso(at)}&range=24h`);
  const value = region(page, 'Temperature');
  await expect(value).toContainText(await temperatureAt(user, api, at));
  await expect(region(page, 'Fan').getByRole('switch')).toBeDisabled();
  await expect(page.getByText('nothing can be switched')).toBeVisible();
  await expect(region(page, 'Last hours').getByRole('img')).toHaveAccessibleName(/Temperature: \d/);

  const bar = page.getByRole('region', { name: 'Look back' });
  const fan = region(page, 'Fan').getByRole('switch');
  await bar.getByRole('button', { name: 'Later: Greenhouse: 4 switched on' }).click();
  await expect(fan).toBeChecked();
  await slider(page).press('End');
  await expect(bar.getByRole('button', { name: 'Nothing happened later in this range' })).toBeDisabled();
  await slider(page).press('Shift+ArrowLeft');
  await expect(fan).not.toBeChecked();
  await expect(bar.getByRole('button', { name: 'Later: Greenhouse: 4 switched on' })).toBeEnabled();

  await slider(page).press('Home');
  const start = await moment(page);
  await expect(page).toHaveURL(new RegExp(`at=${encodeURIComponent(iso(start)).slice(0, 16)}`));
  await page.reload();
  await expect.poll(() => moment(page)).toBeLessThan(start + 60_000);

  await bar.getByRole('button', { name: 'Back to now' }).click();
  await expect(bar).toBeHidden();
  await expect(fan).toBeEnabled();
  expect(page.url()).not.toContain('at=');
});

test('a value that was old at the moment says how old', async ({ page }) => {
  const { user, path } = house;
  await openAs(page, user, `${path}?at=${iso(Date.now() - 5 * hourMs)}`);
  await expect(region(page, 'Temperature')).toContainText(/(5\d min|1 h) ago/);
});

test('the past plays as fast as is chosen, and stops at the end', async ({ page }) => {
  test.slow();
  const { user, path } = house;
  await openAs(page, user, path);
  await page.getByRole('button', { name: 'Look back' }).click();
  const bar = page.getByRole('region', { name: 'Look back' });
  await slider(page).press('Home');
  await bar.getByRole('button', { name: /Speed$/ }).click();
  await page.getByRole('option', { name: '600 ×' }).click();
  const before = await moment(page);
  await bar.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => moment(page)).toBeGreaterThan(before + 10 * 60_000);
  await slider(page).press(' ');
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();
  await slider(page).press('End');
  const end = await moment(page);
  await slider(page).press('ArrowLeft');
  await bar.getByRole('button', { name: 'Play' }).click();
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await moment(page)).toBe(end);
});

test('looking back fits each screen', async ({ page }) => {
  test.slow();
  const { user, path } = house;
  await openAs(page, user, `${path}?at=${iso(Date.now() - 2 * hourMs)}`);
  await expect(slider(page)).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await fitsWidth(page), `${theme} ${width}`).toBe(true);
      if (width !== 768) expect(await axeFindings(page), `${theme} ${width}`).toEqual([]);
    }
  }
});
