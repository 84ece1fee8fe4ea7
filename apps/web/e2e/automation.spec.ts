import type { Locator, Page } from '@playwright/test';
import { sendValues } from './support/send-values.ts';
import { storePastDay } from './support/stored-day.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const hour = 3_600_000;
const deviceApi = (espid: string) => `/api/device/${encodeURIComponent(espid)}`;
const pageOf = (espid: string, page = 'Automation') => `/device/${encodeURIComponent(espid)}/${page}`;
const list = (page: Page, name: 'Timers' | 'Rules') => page.getByRole('region', { name });
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const sheet = (page: Page) => page.getByRole('dialog', { name: /^(New|Edit) automation$/ });

async function setUp(user: User, espid: string): Promise<void> {
  await user.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
  const output = { mode: 'digit', locked: false, momentaryMs: null };
  await user.api('PUT', `${deviceApi(espid)}/outputs/D1`, { ...output, name: 'Pump' });
  await user.api('PUT', `${deviceApi(espid)}/outputs/D2`, { ...output, name: 'Drip valve' });
}

async function choose(within: Locator, field: string, option: string): Promise<void> {
  await within.getByRole('button', { name: field }).click();
  await within.page().getByRole('option', { name: option }).first().click();
}

async function performAction(page: Page, text: string, action: string): Promise<void> {
  await row(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function setTime(field: Locator, hours: string, minutes: string): Promise<void> {
  await field.getByRole('spinbutton', { name: /hour/ }).fill(hours);
  await field.getByRole('spinbutton', { name: /minute/ }).fill(minutes);
}

test.use({ permissions: ['geolocation'], geolocation: { latitude: 13.7563, longitude: 100.5018 }, hasTouch: true });

test('a timer is a sentence that names where it runs, and is restored after it was deleted', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', family: 'esp8266' });
  boards.push(board);
  await setUp(user, board.espid);
  await openAs(page, user, pageOf(board.espid));

  await test.step('the editor begins with an output that is set up, and shows at once what will be stored', async () => {
    await page.getByRole('button', { name: 'Add automation' }).click();
    const stored = sheet(page).getByRole('region', { name: 'Preview' });
    await expect(stored).toContainText('Runs on the board');
    await setTime(sheet(page).getByRole('group', { name: 'Time', exact: true }), '07', '00');
    await expect(stored).toContainText('Every day at 07:00, turn D1 (Pump) on.');
    await expect(stored).toContainText(/Next run \d\d\/\d\d\/\d{4} 07:00 \(Asia\/Bangkok\)/);
    await expect(sheet(page)).toContainText('Would have run 7 times in the last 7 days.');
  });

  await test.step('what is not saved is not lost by a slip', async () => {
    const time = sheet(page).getByRole('group', { name: 'Time', exact: true });
    await time.getByRole('spinbutton', { name: /hour/ }).press('ArrowUp');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
    await setTime(time, '07', '00');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    await expect(sheet(page)).toBeHidden();
    await expect(list(page, 'Timers')).toContainText('On the board: 1 of 20 timers');
    await expect.poll(() => board.entries.timers).toBe(1);
  });

  await test.step('its badge shows why', async () => {
    await row(page, 'Every day at 07:00').getByRole('button', { name: 'On the board, why' }).click();
    await expect(page.getByRole('dialog', { name: 'On the board' })).toContainText('without network');
    await page.keyboard.press('Escape');
  });

  await test.step('two timers at one second are moved apart, which is shown', async () => {
    await performAction(page, 'turn D1 (Pump) on', 'Duplicate');
    await choose(sheet(page), 'What to do', 'D2 (Drip valve)');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'turn D2 (Drip valve) on')).toContainText('07:00:01');
  });

  await test.step('what the board cannot do goes to the server', async () => {
    await performAction(page, 'turn D2 (Drip valve) on', 'Edit');
    await choose(sheet(page), 'How often', 'Every week on');
    await sheet(page).getByText('Sa', { exact: true }).click();
    await expect(sheet(page).getByRole('region', { name: 'Preview' })).toContainText('Runs on the server');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    const changed = row(page, 'On Mon, Tue, Wed, Thu, Fri, and Sat at 07:00, turn D2 (Drip valve) on.');
    await expect(changed.getByRole('button', { name: 'On the server, why' })).toBeVisible();
  });

  await test.step('it is switched off, deleted, and brought back', async () => {
    const timer = row(page, 'Every day at 07:00').getByRole('switch');
    await timer.click();
    await expect(timer).not.toBeChecked();
    await expect.poll(() => board.entries.timers).toBe(0);
    await performAction(page, 'Every day at 07:00', 'Delete');
    const undo = page.getByRole('button', { name: 'Undo' });
    // A toast under the pointer stays.
    await undo.hover();
    await expect(row(page, 'Every day at 07:00').filter({ has: page.getByRole('switch') })).toHaveCount(0);
    await undo.click();
    await expect(timer).not.toBeChecked();
  });

  await test.step('a blueprint is filled in, switched off, and exported without the ids of boards', async () => {
    await page.getByRole('button', { name: 'Start from a blueprint' }).click();
    await page.getByRole('button', { name: /^Light at sunset/ }).click();
    const form = page.getByRole('dialog', { name: 'Light at sunset' });
    await form.getByRole('button', { name: /Light$/ }).click();
    await page.getByRole('option', { name: 'Drip valve' }).click();
    await expect(form.getByRole('region', { name: 'Preview' })).toContainText(
      /turn D2 \(Drip valve\) on, then wait 4\shours, then turn D2 \(Drip valve\) off\./,
    );
    await form.getByText('Turn on now').click();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, 'Light at sunset').getByRole('switch')).not.toBeChecked();
    await performAction(page, 'Light at sunset', 'Export as a blueprint');
    const exported = page.getByRole('dialog', { name: 'Export as a blueprint' });
    await exported.getByText('Show file', { exact: true }).click();
    await expect(exported.locator('pre')).toContainText('"input": "drip_valve"');
    await expect(exported.locator('pre')).not.toContainText(board.espid);
    await exported.getByRole('button', { name: 'Close' }).first().click();
  });

  await test.step('with a finger on a phone: one of the sun asks where the device stands', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Add automation' }).tap();
    await choose(sheet(page), 'At a time or with the sun', 'At sunset');
    const place = sheet(page).getByRole('group', { name: 'Device location' });
    await place.getByRole('button', { name: "Use this browser's location" }).tap();
    await expect(place.getByLabel('Latitude')).toHaveValue('13.7563');
    await place.getByRole('button', { name: 'Save location' }).tap();
    await expect(sheet(page)).toContainText('Sunrise and sunset at 13.7563, 100.5018');
    await choose(sheet(page), 'At a time or with the sun', 'before sunset');
    await expect(sheet(page).getByRole('region', { name: 'Preview' })).toContainText(
      /30\sminutes before sunset.*Next run \d\d\/\d\d\/\d{4} 1[78]:/s,
    );
    await sheet(page).getByRole('button', { name: 'Save' }).tap();
    await expect(row(page, 'Every day 30 minutes before sunset, turn D1 (Pump) on.').first()).toBeVisible();
  });
});

test('a rule is tried on the past, follows the board, and shows who switched', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', family: 'esp8266', intervalMs: hour });
  boards.push(board);
  await setUp(user, board.espid);
  await board.stop();
  await storePastDay(user, board.espid, { stepMs: 60_000 });
  const isOnline = async () => ((await user.api('GET', deviceApi(board.espid))) as { online: boolean }).online;
  await expect.poll(isOnline).toBe(false);
  board.start();
  await expect.poll(isOnline).toBe(true);
  await sendValues(board, { temp: 20, humid: 50 });
  await openAs(page, user, pageOf(board.espid));
  await page.getByRole('button', { name: 'Add automation' }).click();
  await sheet(page).getByText('Rule', { exact: true }).click();

  await test.step('what is missing is shown where it is', async () => {
    await choose(sheet(page), 'Watched value', 'Temperature');
    await sheet(page).getByLabel('Limit').fill('');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    await expect(sheet(page).getByRole('group', { name: 'Condition' })).toContainText('Type a number, such as 1000');
  });

  await test.step('it shows how often it would have run, as a chart and as a table', async () => {
    await sheet(page).getByLabel('Limit').fill('25');
    await sheet(page).getByRole('button', { name: 'until it is below' }).click();
    await sheet(page).getByLabel('Until it is below').fill('24');
    await sheet(page).getByRole('button', { name: 'Go back' }).click();
    const past = sheet(page).getByRole('region', { name: 'Test on past data' });
    await expect(past).toContainText(/Would have run (once|\d+ times) in the last 7 days\./);
    await expect(past.getByRole('slider', { name: /^Temperature of Greenhouse, with the times/ })).toBeVisible();
    await past.getByRole('button', { name: 'as a table' }).click();
    await expect(past.getByRole('row').filter({ hasText: 'Started' }).first()).toBeVisible();
    await past.getByText('1 day', { exact: true }).click();
    await expect(past).toContainText('in the last day.');
    await sheet(page).getByLabel('Name (optional)').fill('Too hot');
    await sheet(page).getByRole('button', { name: 'Save' }).click();
    const sentence =
      'When Temperature is above 25 °C, turn D1 (Pump) on. When Temperature is below 24 °C, turn D1 (Pump) off.';
    await expect(row(page, 'Too hot').first()).toContainText(sentence);
  });

  await test.step('it fires on the board, and the log shows why', async () => {
    const runs = page.getByRole('region', { name: 'Runs' });
    const measureUntilItRan = async () => {
      await sendValues(board, { temp: 31, humid: 50 });
      return runs.getByRole('listitem').count();
    };
    await expect.poll(measureUntilItRan).toBeGreaterThan(0);
    await expect(runs.getByRole('listitem').first()).toContainText(/done.*31.*D1 on, acknowledged/s);
    await expect(list(page, 'Rules')).toContainText('Conditions met');
    expect(board.outputs.get('D1')).toBe(1);
    await sendValues(board, { temp: 20, humid: 50 });
    await expect(runs.getByRole('listitem').first()).toContainText(/Went back.*D1 off, acknowledged/s);
    await expect(list(page, 'Rules')).not.toContainText('Conditions met');
  });

  await test.step('Control names the automation', async () => {
    await page.getByRole('link', { name: 'Control', exact: true }).click();
    const receipts = page.getByRole('region', { name: 'Recent commands' });
    await expect(receipts.getByRole('listitem').filter({ hasText: 'Pump on' })).toContainText('Too hot');
  });
});
