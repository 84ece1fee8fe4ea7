import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test('outputs are switched with receipts that are right', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', family: 'esp8266' });
  boards.push(board);
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Control`);

  await test.step('a pin is set up and switched on', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'D1' }).first();
    await row.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Name').fill('Exhaust fan');
    await page.getByRole('button', { name: 'Save' }).click();
    const fan = page.getByRole('switch', { name: 'Exhaust fan' });
    await expect(fan).not.toBeChecked();
    await fan.click();
    await expect(fan).toBeChecked();
    await expect(page.getByText(/^done(, \d+ ms| after .+)$/).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recent commands' })).toContainText('Exhaust fan on');
  });

  await test.step('the row shows who switched it since when, and what it was before', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Exhaust fan' }).first();
    await expect(row.getByText(/^On since \d\d:\d\d, by you$/)).toBeVisible();
    await row.getByRole('button', { name: 'Changes of Exhaust fan' }).click();
    const changes = page.getByRole('region', { name: 'Last changes of Exhaust fan' });
    await expect(changes).toContainText(/On.*by you.*done(, \d+ ms| after)/);
    await row.getByRole('button', { name: 'Changes of Exhaust fan' }).click();
    await expect(changes).toBeHidden();
  });

  await test.step('so it does of a rule, with the value that it had, and leads to it', async () => {
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
    await expect(row).toContainText('by rule “Warm enough”');
    await expect(row).toContainText(/was -?[\d.]+ °C, above -50/);
    await expect(row.getByRole('link', { name: 'by rule “Warm enough”' })).toHaveAttribute('href', /\/Automation$/);
  });

  await test.step('what asks first is switched only after the response', async () => {
    await page.getByRole('button', { name: 'Set up Exhaust fan' }).click();
    await page.getByRole('switch', { name: 'Ask before switching' }).click();
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
    await expect(page.getByText('Board reports auto')).toBeVisible();
  });

  await test.step('a command waits for a board that is away', async () => {
    await board.stop();
    await expect(page.getByRole('banner').getByText('Offline', { exact: true })).toBeVisible();
    await page.getByRole('switch', { name: 'Exhaust fan' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch' }).click();
    await expect(page.getByText('waiting, board offline').first()).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Exhaust fan' })).not.toBeChecked();
    board.start();
    await expect(page.getByRole('switch', { name: 'Exhaust fan' })).toBeChecked();
  });
});
