import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

async function withGate(user: User, espid: string, settings: object) {
  const path = `/api/device/${encodeURIComponent(espid)}/outputs/D1`;
  await user.api('PUT', path, { mode: 'digit', name: 'Gate', locked: false, momentaryMs: null, ...settings });
}

test('a guest opens the gate with a pass, as often as it says', async ({ page, boards, browser }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Yard', family: 'esp8266' });
  boards.push(board);
  await withGate(user, board.espid, { momentaryMs: 700, locked: true });
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Sharing`);

  const link = await test.step('the owner makes a pass', async () => {
    const card = page.getByRole('region', { name: 'Guest passes' });
    await card.getByRole('button', { name: 'New pass' }).click();
    const dialog = page.getByRole('dialog', { name: 'New guest pass' });
    await dialog.getByRole('button', { name: 'Make the pass' }).click();
    await expect(dialog.getByText('Say whom it is for.')).toBeVisible();
    await dialog.getByLabel('For whom').fill('Anna from next door');
    await dialog.getByLabel('What the guest reads').fill('Garden gate');
    await dialog.getByLabel('How often').fill('2');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make the pass' }).click();
    const made = page.getByRole('dialog', { name: 'Guest pass for Anna from next door' });
    await expect(made.getByRole('img', { name: /QR code/ })).toBeVisible();
    const address = (await made.locator('code').textContent()) ?? '';
    await made.getByRole('button', { name: 'I have it' }).click();
    await expect(card.getByText('0 of 2 uses')).toBeVisible();
    return address;
  });

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const guest = await context.newPage();
  await test.step('the guest presses, is asked, and reads what the board said', async () => {
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'Garden gate' })).toBeVisible();
    await expect(guest.getByText(/^2 uses left, until/)).toBeVisible();
    expect(await axeFindings(guest)).toEqual([]);
    expect(await fitsWidth(guest)).toBe(true);
    await guest.getByRole('button', { name: 'Push' }).click();
    await guest.getByRole('alertdialog').getByRole('button', { name: 'Push' }).click();
    await expect(guest.getByRole('status')).toContainText(/Push: done, \d+ ms/, { timeout: 15_000 });
    await expect(guest.getByText(/^1 use left/)).toBeVisible();
    const shown = await guest.locator('body').textContent();
    for (const secret of [user.email, board.espid, 'Yard', 'Anna']) expect(shown).not.toContain(secret);
  });

  await test.step('the owner sees who it was, and takes the pass back', async () => {
    const card = page.getByRole('region', { name: 'Guest passes' });
    await expect(card.getByText('1 of 2 uses')).toBeVisible({ timeout: 15_000 });
    await card.getByRole('button', { name: 'Revoke the pass for Anna from next door' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(card.getByText('Revoked')).toBeVisible();
    await expect(guest.getByRole('heading', { name: 'This pass was taken back' })).toBeVisible({ timeout: 10_000 });
    await page.goto(`${product.http}/device/${encodeURIComponent(board.espid)}/Control`);
    await expect(page.getByText(/with the guest pass “Anna from next door”/).first()).toBeVisible();
  });
  await context.close();
});

test.describe('a pass that cannot be used', () => {
  test.use({ allowErrors: /404/ });

  test('says why', async ({ page, boards }) => {
    const user = await newUser();
    const board = await user.board({ name: 'Yard', family: 'esp8266' });
    boards.push(board);
    await withGate(user, board.espid, {});
    const path = `/api/device/${encodeURIComponent(board.espid)}/passes`;
    const wish = {
      ...{ name: 'Ben', title: 'Gate', target: { kind: 'output', pin: 'D1', mode: 'digit' } },
      ...{ offers: [{ value: '1', label: 'Open' }], uses: 3, from: null, until: Date.now() + 60_000 },
    };
    const { token } = (await user.api('POST', path, wish)) as { token: string };
    await page.goto(`${product.http}/pass/${token}`);
    await expect(page.getByRole('button', { name: 'Open' })).toBeEnabled();
    await board.stop();
    await expect(page.getByText(/The board is offline/)).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('button', { name: 'Open' })).toBeDisabled();
    const later = { ...wish, from: Date.now() + 60_000, until: Date.now() + 120_000 };
    const made = (await user.api('POST', path, later)) as { token: string };
    await page.goto(`${product.http}/pass/${made.token}`);
    await expect(page.getByText(/^This pass is good from/)).toBeVisible();
    await page.goto(`${product.http}/pass/${'A'.repeat(43)}`);
    await expect(page.getByRole('heading', { name: 'There is no such pass' })).toBeVisible();
  });
});
