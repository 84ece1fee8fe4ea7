import { storePastDay } from '../support/stored-day.ts';
import { expect } from '../support/test.ts';
import { closeDialog, newUser, openAs } from '../support/users.ts';
import type { PageView } from './view.ts';

/** Somebody with a board that measured for a day, and the dew point of that. */
async function newChronicler(boards: Parameters<PageView['open']>[1]) {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', family: 'esp8266', intervalMs: 3_600_000 });
  boards.push(board);
  await board.stop();
  await storePastDay(user, board.espid, { stepMs: 300_000 });
  const api = `/api/device/${encodeURIComponent(board.espid)}/computed`;
  const dew = { formula: 'dewPoint(temp, humid)', unit: null, label: 'Dew point' };
  await user.api('PUT', `${api}/dew_point`, dew);
  await user.api('PUT', `${api}/warmth`, { formula: 'degreeDays(temp, 10)', unit: null, label: 'Warmth since sowing' });
  return { user, settings: `/device/${encodeURIComponent(board.espid)}/Settings` };
}

export const computedViews: readonly PageView[] = [
  {
    name: 'A new formula, with what is proposed and what is wrong',
    async open(page, boards, check) {
      const { user, settings } = await newChronicler(boards);
      await openAs(page, user, settings);
      const list = page.getByRole('list', { name: 'Computed variables' });
      await list.scrollIntoViewIfNeeded();
      await expect(list.getByRole('listitem')).toHaveCount(2);
      await expect(list).not.toContainText('History');
      await check('Settings with computed variables');
      await page.getByRole('button', { name: 'Edit formula of Dew point' }).click();
      await expect(page.getByRole('img', { name: /Results for the last 24 hours/ })).toBeVisible();
      await check('The formula of a variable, with what it makes of the last day');
      await closeDialog(page);
      await page.locator('#computed').getByRole('button', { name: 'Add' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Difference to yesterday');
      await page.getByRole('textbox', { name: 'Formula' }).fill('tmp + hum');
      await expect(page.getByRole('option', { name: /^humid/ })).toBeVisible();
      await expect(page.getByText('The device has no variable “tmp”.')).toBeVisible();
    },
  },
];
