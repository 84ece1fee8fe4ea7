import { boardIdOf, startBoard } from './support/boards.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, product } from './support/users.ts';

test('a virtual board shows the product without hardware; real ones wait for Accept, and a blocked one stays away', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  await openAs(page, user);
  const main = page.getByRole('main');

  await test.step('a virtual board runs, and ends', async () => {
    await page.getByRole('button', { name: 'Try without a board' }).first().click();
    await expect(page).toHaveURL(/\/Overview/);
    await expect(page.getByRole('banner').getByText('Online')).toBeVisible();
    await expect(main.getByText('Temperature').first()).toBeVisible();
    await user.api('DELETE', '/api/virtual-board');
    await expect(page.getByRole('banner').getByText('Offline')).toBeVisible();
  });

  const join = async () => {
    const espid = boardIdOf('esp32');
    const board = await startBoard({ espid, family: 'esp32', kit: 'soil', email: user.email, mqtts: product.mqtts });
    boards.push(board);
    return espid;
  };
  const request = page.getByText('New board wants to join');

  await test.step('a board with only the e-mail is accepted', async () => {
    await page.getByRole('link', { name: 'All devices' }).first().click();
    const welcome = await join();
    await expect(request.first()).toBeVisible();
    await page.getByRole('button', { name: /^Accept/ }).click();
    await expect(request).toHaveCount(0);
    const card = main.getByRole('article').filter({ hasText: welcome });
    await expect(card).toBeVisible();
    await expect(card.getByText('Online').first()).toBeVisible();
  });

  await test.step('another one is blocked', async () => {
    const unwanted = await join();
    await page.getByRole('button', { name: /^Block/ }).click();
    await expect(request).toHaveCount(0);
    await expect(main.getByText(unwanted)).toBeHidden();
  });
});
