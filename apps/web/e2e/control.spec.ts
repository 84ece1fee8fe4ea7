import { axeFindings, expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test('outputs are switched with receipts that tell the truth', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', family: 'esp8266' });
  boards.push(board);
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Control`);

  await test.step('a pin is set up and switched on', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'D1' }).first();
    await row.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('What is connected to it').fill('Exhaust fan');
    await page.getByRole('button', { name: 'Save' }).click();
    const fan = page.getByRole('switch', { name: 'Exhaust fan' });
    await expect(fan).not.toBeChecked();
    await fan.click();
    await expect(fan).toBeChecked();
    await expect(page.getByText(/^done, \d+ ms$/).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Receipts' })).toContainText('Exhaust fan on');
  });

  await test.step('the row says who switched it since when, and what it was before', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Exhaust fan' }).first();
    await expect(row.getByText(/^On since \d\d:\d\d, by you$/)).toBeVisible();
    await row.getByRole('button', { name: 'Changes of Exhaust fan' }).click();
    const changes = page.getByRole('region', { name: 'Last changes of Exhaust fan' });
    await expect(changes).toContainText(/On.*by you.*done, \d+ ms/);
    await row.getByRole('button', { name: 'Changes of Exhaust fan' }).click();
    await expect(changes).toBeHidden();
  });

  await test.step('so it does of a rule, and leads to it', async () => {
    const rule = {
      kind: 'rule',
      conditions: [{ espid: board.espid, key: 'temp', comparison: '>', threshold: -50, release: null }],
      forSeconds: 0,
      action: { kind: 'output', pin: 'D2', mode: 'digit', value: 1 },
      back: null,
      limit: null,
      activeHours: null,
    };
    const automations = `/api/device/${encodeURIComponent(board.espid)}/automations`;
    await user.api('POST', automations, { name: 'Warm enough', enabled: true, definition: rule });
    const row = page.getByRole('listitem').filter({ hasText: 'D2' }).first();
    await expect(row).toContainText('because of the rule “Warm enough”', { timeout: 20_000 });
    await expect(row.getByRole('link', { name: 'because of the rule “Warm enough”' })).toHaveAttribute(
      'href',
      /\/Automation$/,
    );
  });

  await test.step('what asks first is switched only after the answer', async () => {
    await page.getByRole('button', { name: 'Set up Exhaust fan' }).click();
    await page.getByRole('switch', { name: 'Ask before it is switched' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('switch', { name: 'Exhaust fan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('switch', { name: 'Exhaust fan' })).toBeChecked();
    await page.getByRole('switch', { name: 'Exhaust fan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch' }).click();
    await expect(page.getByRole('switch', { name: 'Exhaust fan' })).not.toBeChecked();
  });

  await test.step('an event reaches the board', async () => {
    await page.getByLabel('Event', { exact: true }).fill('Mode');
    await page.getByLabel('Value', { exact: true }).fill('auto');
    await page.getByRole('button', { name: 'Send', exact: true }).last().click();
    await expect(page.getByText('Board says auto')).toBeVisible();
  });

  await test.step('a command waits for a board that is away', async () => {
    await board.stop();
    await expect(page.getByRole('banner').getByText('Offline').or(page.getByText('Offline').first())).toBeVisible();
    await page.getByRole('switch', { name: 'Exhaust fan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch' }).click();
    await expect(page.getByText('waiting, board offline').first()).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Exhaust fan' })).not.toBeChecked();
    board.start();
    await expect(page.getByRole('switch', { name: 'Exhaust fan' })).toBeChecked();
  });

  expect(await axeFindings(page)).toEqual([]);
});

test('the console tells what happened, live, and can be searched', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Pump house', family: 'esp32' });
  boards.push(board);
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Console`);
  const log = page.getByRole('log');
  await expect(log).toContainText('connected from');
  const device = `/api/device/${encodeURIComponent(board.espid)}`;
  await user.api('POST', `${device}/io`, { pins: [{ pin: '4', mode: 'digit', value: 1 }] });
  await expect(log).toContainText('io 4:digit:1');
  await expect(log).toContainText('4:act:1');

  await page.getByRole('button', { name: 'Pause' }).click();
  await user.api('POST', `${device}/event`, { name: 'Mode', value: 'auto' });
  await page.getByRole('button', { name: /^Go on, \d+ new$/ }).click();
  await expect(log).toContainText('event Event:Mode:auto');

  await page.getByLabel('Search the console').fill('MODE');
  await expect(log.locator('mark').first()).toHaveText('Mode');
  await expect(log).not.toContainText('4:digit:1');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/-console\.txt$/);
  expect(await axeFindings(page)).toEqual([]);
});
