import { newGrower } from '../support/alerts.ts';
import { expect } from '../support/test.ts';
import { closeDialog, openAs, type User } from '../support/users.ts';
import type { PageView } from './view.ts';

/** A scene of somebody who owns the board. */
async function addScene(user: User, espid: string) {
  const output = (pin: string, value: number) => ({ espid, kind: 'output', pin, mode: 'digit', value });
  const actions = [output('4', 1), output('5', 0), { espid, kind: 'event', name: 'mode', value: 'night' }];
  await user.api('PUT', `/api/device/${encodeURIComponent(espid)}/outputs/4`, {
    mode: 'digit',
    name: 'Lamp',
    locked: false,
    momentaryMs: null,
  });
  await user.api('POST', '/api/scenes', { name: 'Evening', actions });
}

/** Named sets of outputs and events, and what became of them. */
export const scenesViews: readonly PageView[] = [
  {
    name: 'what became of a scene',
    async open(page, boards, check) {
      const { user, espid } = await newGrower(boards as Parameters<typeof newGrower>[0]);
      await openAs(page, user, '/scenes');
      await expect(page.getByRole('button', { name: 'Add scene' })).toBeVisible();
      await check('the page of scenes, without any');
      await addScene(user, espid);
      await page.reload();
      await page.getByRole('button', { name: 'Actions for Evening' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await expect(page.getByRole('group', { name: 'What the scene sets' })).toBeVisible();
      await check('the editor of a scene');
      await closeDialog(page);
      await page.getByRole('button', { name: 'Run Evening' }).click();
      await expect(page.getByText('all 3 done')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Results of Evening' }).getByRole('listitem')).toHaveCount(3);
    },
  },
];
