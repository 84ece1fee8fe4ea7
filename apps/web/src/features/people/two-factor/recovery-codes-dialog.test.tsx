import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { takeFiles } from '../../../../test/saved-files.ts';
import { hasUnsavedChanges } from '../../../lib/browser/unsaved-changes.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

const codes = ['abcd-efgh', 'ijkl-mnop'];

it('stays, as the codes are shown only once, until its reader confirms that they are saved', async () => {
  const onDone = vi.fn();
  const { screen } = await renderInApp(<RecoveryCodesDialog codes={codes} offersLogOut onDone={onDone} />);
  await userEvent.keyboard('{Escape}');
  expect(hasUnsavedChanges()).toBe(true);
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText(/Save the codes, then/)).toBeVisible();
  expect(onDone).not.toHaveBeenCalled();
  await screen.getByLabelText('I have saved the codes').click();
  await screen.getByLabelText(/Log out all other browsers/).click();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => onDone.mock.calls).toEqual([[{ logOutOthers: true }]]);
});

it('saves the codes as a file that names the server', async () => {
  const files = takeFiles();
  const { screen } = await renderInApp(<RecoveryCodesDialog codes={codes} onDone={vi.fn()} />);
  await screen.getByRole('button', { name: 'Download' }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual([`cyno-recovery-codes-${location.hostname}.txt`]);
  expect(await files[0]?.content.text()).toContain('abcd-efgh\nijkl-mnop\n');
});
