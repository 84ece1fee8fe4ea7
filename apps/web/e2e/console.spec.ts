import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test('the console shows what happened, live, and can be searched', async ({ page, boards }) => {
  const user = await newUser();
  // The list draws what can be seen of it: no lines but those of the journey may come.
  const board = await user.board({ name: 'Pump house', family: 'esp32', intervalMs: 3_600_000 });
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
  await page.getByRole('button', { name: /^Resume \(\d+ new\)$/ }).click();
  await expect(log).toContainText('event Event:Mode:auto');

  await page.getByLabel('Search the console').fill('MODE');
  await expect(log.locator('mark').first()).toHaveText('Mode');
  await expect(log).not.toContainText('4:digit:1');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/-console\.txt$/);
});
