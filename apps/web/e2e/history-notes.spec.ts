import { fileOf } from './support/csv-file.ts';
import { storePastDay } from './support/stored-day.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const pageOf = (espid: string, query = '') => `/device/${encodeURIComponent(espid)}/History${query}`;

async function newBoardWithDay() {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
  await board.stop();
  await storePastDay(user, board.espid, { stepMs: 300_000, gap: { from: 6, to: 4 } });
  return { user, espid: board.espid };
}

test('notes are written from the chart, seen by others at once, changed, deleted and restored', async ({
  page,
  context,
}) => {
  const { user, espid } = await newBoardWithDay();
  await openAs(page, user, pageOf(espid));
  const other = await context.newPage();
  await openAs(other, user, pageOf(espid));
  const chart = page.getByRole('slider').first();
  await expect(chart).toHaveAccessibleName(/Temperature.*\d to \d/);
  await expect(page.getByText(/No notes in this range/)).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Add note' });

  await page.getByRole('button', { name: 'Add note' }).click();
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not drawn.');
  await page.mouse.move(box.x + box.width * 0.4, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await expect(dialog.getByRole('radio', { name: 'From – to' })).toBeChecked();
  await dialog.getByLabel('Note', { exact: true }).first().fill('Window left open');
  await dialog.getByText('Watch').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Window left open' })).toContainText(/ to .*by you/);
  await expect(page).not.toHaveURL(/from=/);
  await expect(other.getByRole('listitem').filter({ hasText: 'Window left open' })).toBeVisible();

  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('n');
  const note = dialog.getByLabel('Note', { exact: true }).first();
  await note.fill('Pump stopped');
  await note.press('Enter');
  await expect(other.getByRole('listitem').filter({ hasText: 'Pump stopped' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit note “Pump stopped”' }).click();
  const change = page.getByRole('dialog', { name: 'Edit note' });
  await change.getByLabel('Note', { exact: true }).first().fill('Pump broken');
  await change.getByText('Problem').click();
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pump broken' })).toContainText('edited');

  await page.getByRole('button', { name: 'Delete note “Pump broken”' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  // A toast under the pointer stays.
  await undo.hover();
  await expect(page.getByText('Pump broken')).toHaveCount(0);
  await undo.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Pump broken' })).toBeVisible();
});

test.describe('a file', () => {
  // Those that are no table are refused.
  test.use({ allowErrors: /400/ });

  test('begins the history of a board: it is looked at, mapped, imported, and changes nothing the second time', async ({
    page,
  }) => {
    const user = await newUser();
    const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
    await board.stop();
    await openAs(page, user, pageOf(board.espid));
    await expect(page.getByRole('heading', { name: 'No data yet' })).toBeVisible();
    const at = Date.now() - 7_200_000;
    const lines = Array.from({ length: 40 }, (_, row) => {
      const time = new Date(at + row * 60_000).toISOString();
      return `${time};${row === 3 ? 'hot' : `${20 + row},5`};${row % 2 === 0 ? 'on' : 'off'}`;
    });
    const file = fileOf(`time;Boiler (°C);pump\n${lines.join('\n')}\n`);
    await page.getByRole('button', { name: 'Import file' }).click();
    const sheet = page.getByRole('dialog', { name: /^Import into/ });
    await sheet.getByLabel('CSV file').setInputFiles(fileOf('PK\u0003\u0004 and so on'));
    await expect(sheet.getByRole('alert')).toContainText('save it as CSV');
    await sheet.getByLabel('CSV file').setInputFiles(fileOf('just a sentence\nand another\n'));
    await expect(sheet.getByRole('alert')).toContainText('only one column');
    await sheet.getByLabel('CSV file').setInputFiles(file);
    const rows = sheet.getByRole('region', { name: 'First rows, table' }).getByRole('row');
    await expect(rows).toHaveCount(21);
    await expect(rows.nth(1)).toContainText('20.5');
    await expect(rows.nth(4)).toContainText('“hot” is not a number');
    await expect(sheet.getByText('1 of them cannot be imported')).toBeVisible();

    await sheet.getByRole('button', { name: /Import pump as/ }).click();
    await page.getByRole('option', { name: 'Skip' }).click();
    await expect(rows.first().getByRole('columnheader')).toHaveText(['Line', 'Time', 'Boiler']);
    await sheet.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(sheet.getByRole('heading', { name: 'File imported' })).toBeVisible();
    const figure = (name: string) => sheet.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
    await expect(figure('Added')).toHaveText('39');
    await expect(figure('Refused')).toHaveText('1');
    await expect(sheet.getByRole('listitem').filter({ hasText: 'Line 5' })).toContainText('“hot” is not a number');

    await sheet.getByRole('button', { name: 'Import another file' }).click();
    await sheet.getByLabel('CSV file').setInputFiles(file);
    await sheet.getByRole('button', { name: /Import pump as/ }).click();
    await page.getByRole('option', { name: 'Skip' }).click();
    await sheet.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(figure('Added')).toHaveText('0');
    await expect(figure('Already there')).toHaveText('39');
    await sheet.getByRole('button', { name: 'Show in chart' }).click();
    await expect(page.getByRole('slider').first()).toHaveAccessibleName(/Boiler: 20.5 to/);
  });
});
