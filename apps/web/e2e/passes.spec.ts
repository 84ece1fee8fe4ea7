import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

// The pass that was revoked.
test.use({ allowErrors: /40[34]/ });

test('a guest opens the gate with a pass, as often as it allows, while the board is there', async ({
  page,
  boards,
  browser,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Yard', family: 'esp8266', intervalMs: 2_000 });
  boards.push(board);
  const device = encodeURIComponent(board.espid);
  const gate = { mode: 'digit', name: 'Gate', locked: true, momentaryMs: 700 };
  await user.api('PUT', `/api/device/${device}/outputs/D1`, gate);
  await openAs(page, user, `/device/${device}/Sharing`);
  const card = page.getByRole('region', { name: 'Guest passes' });

  const link = await test.step('the owner makes a pass', async () => {
    await card.getByRole('button', { name: 'New pass' }).click();
    const dialog = page.getByRole('dialog', { name: 'New guest pass' });
    await dialog.getByLabel('Guest', { exact: true }).fill('Anna from next door');
    await dialog.getByLabel('Title shown to guest').fill('Garden gate');
    await dialog.getByLabel('Number of uses').fill('2');
    await dialog.getByRole('button', { name: 'Create pass' }).click();
    const made = page.getByRole('alertdialog', { name: 'Guest pass for Anna from next door' });
    await expect(made.getByRole('img', { name: /QR code/ })).toBeVisible();
    const address = (await made.locator('code').textContent()) ?? '';
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(card.getByText('0 of 2 uses')).toBeVisible();
    return address;
  });

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const guest = await context.newPage();
  await test.step('the guest presses, confirms, and reads what the board reported', async () => {
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'Garden gate' })).toBeVisible();
    await expect(guest.getByText(/^Gate \(D1\): /)).toBeVisible();
    await expect(guest.getByText(/^2 uses left, until/)).toBeVisible();
    await guest.getByRole('button', { name: 'Press' }).click();
    await guest.getByRole('alertdialog').getByRole('button', { name: 'Press' }).click();
    await expect(guest.getByRole('status')).toContainText(/Press: done in \d+ ms/);
    await expect(guest.getByText(/^1 use left/)).toBeVisible();
    const visible = await guest.locator('body').textContent();
    for (const secret of [user.email, board.espid, 'Yard', 'Anna']) expect(visible).not.toContain(secret);
  });

  await test.step('a board that goes is reported to the guest', async () => {
    await board.stop();
    await expect(guest.getByText(/The board is offline/)).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Press' })).toBeDisabled();
  });

  await test.step('the owner sees who it was, and takes the pass back', async () => {
    await expect(card.getByText('1 of 2 uses')).toBeVisible();
    await card.getByRole('button', { name: 'Revoke the pass for Anna from next door' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(card.getByText('Revoked')).toBeVisible();
    await expect(guest.getByRole('heading', { name: 'The owner has revoked this pass' })).toBeVisible();
    await page.getByRole('link', { name: 'Control', exact: true }).click();
    await expect(page.getByText(/with guest pass “Anna from next door”/).first()).toBeVisible();
  });
  await context.close();
});
