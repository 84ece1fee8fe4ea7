import type { Page } from '@playwright/test';
import { saveDashboard } from './support/saved-dashboard.ts';
import { storePastDay } from './support/stored-day.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const hourMs = 3_600_000;
const widgets = [
  { id: 'a', x: 0, y: 0, width: 3, height: 2, content: { type: 'value', title: 'Temperature', key: 'temp' } },
  {
    id: 'c',
    x: 6,
    y: 0,
    width: 6,
    height: 4,
    content: { type: 'chart', title: 'Last hours', keys: ['temp', 'humid'], minutes: 120 },
  },
  {
    id: 'd',
    x: 0,
    y: 2,
    width: 3,
    height: 2,
    content: { type: 'switch', title: 'Fan', target: { kind: 'output', pin: '4', mode: 'digit' } },
  },
];

type History = { times: number[]; series: Record<string, { value: (number | null)[] }> };

/** A board with a past day, away from six to four hours ago, which has just switched its fan on. */
async function greenhouse(user: User, boards: { stop(): Promise<void> }[]) {
  const board = await user.board({ kit: 'climate', name: 'Greenhouse', intervalMs: 2_000 });
  boards.push(board);
  await board.stop();
  await storePastDay(user, board.espid, { stepMs: 120_000, gap: { from: 6, to: 4 } });
  const api = `/api/device/${encodeURIComponent(board.espid)}`;
  await saveDashboard(user, board.espid, { name: 'House', widgets });
  board.start();
  await user.api('POST', `${api}/io`, { pins: [{ pin: '4', mode: 'digit', value: 1 }] });
  const reported = async () =>
    ((await user.api('GET', `${api}/control`)) as { outputs: { reported: number | null }[] }).outputs[0]?.reported;
  await expect.poll(reported).toBe(1);
  // Only by how often the board sends is a value known to be old.
  const interval = async () => {
    const { variables } = (await user.api('GET', api)) as { variables: { key: string; intervalMs: number | null }[] };
    return variables.find(({ key }) => key === 'temp')?.intervalMs ?? null;
  };
  await expect.poll(interval).not.toBeNull();
  return { api, path: `/device/${encodeURIComponent(board.espid)}/Dashboard` };
}

/** The newest temperature at or before a moment, as the history knows it. */
async function temperatureAt(user: User, api: string, at: number): Promise<string> {
  const query = `history?from=${at - 3 * hourMs}&to=${at + 1}&keys=temp&points=5000`;
  const { series } = (await user.api('GET', `${api}/${query}`)) as History;
  const value = series.temp?.value.findLast((one) => one !== null);
  return String(Number(value?.toFixed(3))).replace('-', '−');
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const slider = (page: Page) => page.getByRole('slider', { name: 'Playback time' });
const moment = (page: Page) => slider(page).evaluate((input: HTMLInputElement) => input.valueAsNumber);
const iso = (at: number) => new Date(at).toISOString().slice(0, 19).concat('Z');

test('every widget shows the moment that is chosen, the address brings it back, and the past plays up to now', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const { api, path } = await greenhouse(user, boards);
  const at = Math.floor((Date.now() - 10 * hourMs) / 1_000) * 1_000;
  await openAs(page, user, `${path}?at=${iso(at)}&range=24h`);
  await expect(region(page, 'Temperature')).toContainText(await temperatureAt(user, api, at));
  await expect(region(page, 'Fan').getByRole('switch')).toBeDisabled();
  await expect(page.getByText('You are viewing the past; controls are off.')).toBeVisible();
  await expect(region(page, 'Last hours').getByRole('img')).toHaveAccessibleName(/Temperature: \d/);

  const bar = region(page, 'Playback');
  const fan = region(page, 'Fan').getByRole('switch');
  // In the middle of the time in which the board was away its value is an hour old.
  for (let press = 0; press < 15; press++) {
    const before = await moment(page);
    await slider(page).press('Shift+ArrowRight');
    await expect.poll(() => moment(page)).toBeGreaterThan(before);
  }
  await expect(region(page, 'Temperature')).toContainText(/(5\d min|1 hr) ago/);
  await bar.getByRole('button', { name: 'Next: Greenhouse: 4 switched on' }).click();
  await expect(fan).toBeChecked();
  await slider(page).press('End');
  await expect(bar.getByRole('button', { name: 'No later events in this range' })).toBeDisabled();
  await slider(page).press('Shift+ArrowLeft');
  await expect(fan).not.toBeChecked();
  await expect(bar.getByRole('button', { name: 'Next: Greenhouse: 4 switched on' })).toBeEnabled();

  await slider(page).press('Home');
  await expect.poll(() => moment(page)).toBeLessThan(at);
  const start = await moment(page);
  await expect(page).toHaveURL(new RegExp(`at=${encodeURIComponent(iso(start)).slice(0, 16)}`));
  await page.reload();
  await expect.poll(() => moment(page)).toBeLessThan(start + 60_000);

  await bar.getByRole('button', { name: /Speed$/ }).click();
  await page.getByRole('option', { name: '600 ×' }).click();
  const before = await moment(page);
  await bar.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => moment(page)).toBeGreaterThan(before + 10 * 60_000);
  await slider(page).press(' ');
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();
  await slider(page).press('End');
  await expect.poll(() => moment(page)).toBeGreaterThan(start + 23 * hourMs);
  const end = await moment(page);
  await slider(page).press('ArrowLeft');
  await expect.poll(() => moment(page)).toBeLessThan(end);
  await bar.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => moment(page)).toBe(end);
  await expect(bar.getByRole('button', { name: 'Play' })).toBeVisible();

  await bar.getByRole('button', { name: 'Back to live' }).click();
  await expect(bar).toBeHidden();
  await expect(fan).toBeEnabled();
  await expect(page).not.toHaveURL(/at=/);
});
