import { boardIdOf, startBoard } from './support/boards.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, product } from './support/users.ts';

test('a board with only the e-mail waits for Accept, and a blocked one stays away', async ({ page, boards }) => {
  const user = await newUser();
  await openAs(page, user);
  const join = async () => {
    const espid = boardIdOf('esp32');
    const board = await startBoard({ espid, family: 'esp32', kit: 'soil', email: user.email, mqtts: product.mqtts });
    boards.push(board);
    return espid;
  };

  const welcome = await join();
  await expect(page.getByText('New board wants to join').first()).toBeVisible();
  await page.getByRole('button', { name: /^Accept/ }).click();
  await expect(page.getByText('New board wants to join')).toBeHidden();
  const card = page.getByRole('main').getByText(welcome).first();
  await expect(card).toBeVisible();
  await expect(page.getByRole('main').getByText('Online').first()).toBeVisible();

  const unwanted = await join();
  await page.getByRole('button', { name: /^Block/ }).click();
  await expect(page.getByText('New board wants to join')).toBeHidden();
  await expect(page.getByRole('main').getByText(unwanted)).toBeHidden();
});

test('a virtual board shows the product without hardware', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user);
  await page.getByRole('button', { name: 'Try without a board' }).first().click();
  await expect(page).toHaveURL(/\/Overview/, { timeout: 20_000 });
  await expect(page.getByRole('banner').getByText('Online')).toBeVisible();
  await expect(page.getByRole('main').getByText('Temperature').first()).toBeVisible();
  await user.api('DELETE', '/api/virtual-board');
  await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
});
