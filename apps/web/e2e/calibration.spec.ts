import { expect, lookFindings, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const deviceAt = (espid: string, tab: string) => `/device/${encodeURIComponent(espid)}/${tab}`;
const number = (text: string | null) => Number(/-?[\d,]+(\.\d+)?/.exec(text ?? '')?.[0].replaceAll(',', ''));

/** Puts a value of every hour of ten days before yesterday into the history of a device. */
async function importOld(user: User, espid: string): Promise<void> {
  const end = Date.now() - 86_400_000;
  const lines = Array.from({ length: 240 }, (_, hour) => `${new Date(end - hour * 3_600_000).toISOString()},20,50`);
  const csv = `time,temp,humid\n${lines.join('\n')}\n`;
  const imports = `/api/device/${encodeURIComponent(espid)}/imports`;
  const { id } = (await user.api('POST', imports, { name: 'old.csv', bytes: csv.length })) as { id: string };
  await fetch(new URL(`${imports}/${id}/piece?offset=0`, user.http), {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
    body: csv,
  });
  const wish = { layout: null, mapping: null };
  const { layout, mapping } = (await user.api('POST', `${imports}/${id}/preview`, wish)) as Record<string, unknown>;
  await user.api('POST', `${imports}/${id}/start`, { layout, mapping, overwrite: false });
  await expect.poll(() => user.api('GET', `${imports}/${id}`)).toMatchObject({ state: 'done', refused: 0 });
}

/** Starts a board and waits for its first values: the list of variables is that of the moment at which the page opens. */
async function boardWithValues(user: User): ReturnType<User['board']> {
  const board = await user.board({ name: 'Boiler' });
  const values = async () =>
    ((await user.api('GET', `/api/device/${encodeURIComponent(board.espid)}`)) as { variables: unknown[] }).variables;
  await expect.poll(async () => (await values()).length).toBeGreaterThan(0);
  return board;
}

test('a probe is calibrated with two points, and every page says the same from then on', async ({ page, boards }) => {
  const user = await newUser();
  const board = await boardWithValues(user);
  boards.push(board);
  await openAs(page, user, deviceAt(board.espid, 'Settings'));
  const row = page.getByRole('list', { name: 'Variables' }).getByRole('listitem').first();
  const dialog = page.getByRole('dialog', { name: 'Calibrate Temperature' });
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More for Temperature' }).click();
    await page.getByRole('menuitem', { name: 'Calibrate' }).click();
  };

  await test.step('two points give offset and scale, with the live value as it would be shown', async () => {
    await openDialog();
    await dialog.getByText('Two points').click();
    await dialog.getByLabel('First: the board says').fill('0');
    await dialog.getByLabel('First: it truly is').fill('100');
    await dialog.getByLabel('Second: the board says').fill('0');
    await dialog.getByLabel('Second: it truly is').fill('120');
    await expect(dialog.getByRole('alert')).toHaveText('The board must say something else at the second point.');
    await expect(dialog.getByRole('button', { name: 'Calibrate' })).toBeDisabled();
    await dialog.getByLabel('Second: the board says').fill('10');
    await expect(dialog.getByRole('status')).toHaveText('value = what the board says × 2 + 100 °C');
    const figure = async (place: number) => number(await dialog.locator('dd').nth(place).textContent());
    await expect.poll(async () => Math.round((await figure(1)) - 2 * (await figure(0)))).toBe(100);
    await dialog.getByRole('button', { name: 'Calibrate' }).click();
    await expect(page.getByText('Temperature is calibrated')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('calibrated × 2 + 100 °C');
  });

  await test.step('the card changes', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(page.getByRole('main')).toContainText(/Temperature\D*1\d\d(\.\d)?\s*°C/);
  });

  await test.step('the history marks it', async () => {
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await expect(page.getByText(/Temperature calibrated × 2 \+ 100 °C/)).toBeVisible();
  });

  await test.step('one point moves it on from what the board says now, and removing it ends it', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await openDialog();
    await dialog.getByRole('button', { name: 'Take what the board says now' }).click();
    const says = Number(await dialog.getByLabel('The board says').inputValue());
    expect(says).toBeLessThan(50);
    await dialog.getByLabel('It truly is').fill(String(2 * says + 101));
    await expect(dialog.getByRole('status')).toHaveText('value = what the board says × 2 + 101 °C');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(row).not.toContainText('calibrated');
    await openDialog();
    await expect(dialog.getByRole('region', { name: 'Changes' }).getByRole('listitem')).toHaveText([
      /As the board sends it$/,
      /× 2 \+ 100 °C$/,
    ]);
  });
});

test('a shorter time is asked about, hides at once, and can be taken back', async ({ page, boards }) => {
  const user = await newUser();
  const board = await boardWithValues(user);
  boards.push(board);
  await importOld(user, board.espid);
  const base = `/api/device/${encodeURIComponent(board.espid)}`;
  const range = `from=${Date.now() - 20 * 86_400_000}&to=${Date.now() - 3_600_000}&points=1000`;
  const kept = async (key: string) => {
    const { series } = (await user.api('GET', `${base}/history?${range}`)) as {
      series: Record<string, { value: unknown[] }>;
    };
    return series[key]?.value.filter((value) => value !== null).length ?? 0;
  };
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More for Temperature' }).click();
    await page.getByRole('menuitem', { name: 'How long it is kept' }).click();
  };
  await openAs(page, user, deviceAt(board.espid, 'Settings'));
  const row = page.getByRole('list', { name: 'Variables' }).getByRole('listitem').first();
  await openDialog();
  const dialog = page.getByRole('dialog', { name: 'How long Temperature is kept' });
  await dialog.getByLabel('Days').fill('0');
  await expect(dialog.getByText('Type a whole number of days, or leave it empty.')).toBeVisible();
  await dialog.getByLabel('Days').fill('3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(
    dialog.getByText(/^About 19\d values are older than 3 days, the oldest of .* They are hidden at once\.$/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep only 3 days' }).click();
  await expect(row).toContainText('kept for 3 days');
  expect(await kept('temp')).toBeLessThan(60);
  expect(await kept('humid')).toBe(240);
  await openDialog();
  await expect(dialog.getByText(/^Nothing was removed yet: until .* brings everything back\.$/)).toBeVisible();
  await dialog.getByLabel('Days').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).not.toContainText('kept for');
  expect(await kept('temp')).toBe(240);
});

test('both dialogs fit every width and can be read in both themes', async ({ page, boards }) => {
  const user = await newUser();
  const board = await boardWithValues(user);
  boards.push(board);
  await openAs(page, user, deviceAt(board.espid, 'Settings'));
  const open = async (entry: string) => {
    await page.getByRole('button', { name: 'More for Temperature' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await open('Calibrate');
  await page.getByText('Two points').click();
  expect(await lookFindings(page, 'calibrate')).toEqual([]);
  await page.keyboard.press('Escape');
  await open('How long it is kept');
  expect(await lookFindings(page, 'retention')).toEqual([]);
});
