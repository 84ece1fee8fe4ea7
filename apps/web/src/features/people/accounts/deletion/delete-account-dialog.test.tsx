import { expect, it, vi } from 'vitest';
import { profileOf } from '../../../../../test/accounts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../../test/stub-api.ts';
import { lastSessionEnd, startSession } from '../../../../lib/api/session.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

it('has the address typed and the password proved, and ends the session with the account', async () => {
  startSession({ accessToken: 't', userId: 'narin@example.com', member: 'user' });
  const calls = stubApi({
    'POST /api/auth/proof': ({ body }) =>
      JSON.stringify(body).includes('Green') ? undefined : refuse(401, 'wrong_credentials', 'No.'),
    'POST /api/profile/delete': { message: 'It will be deleted.' },
  });
  const { screen } = await renderInApp(<DeleteAccountDialog profile={profileOf()} onClose={vi.fn()} />);
  const action = screen.getByRole('button', { name: 'Delete account' });
  await action.click();
  await expect.element(screen.getByText('Type narin@example.com.')).toBeVisible();
  expect(calls).toEqual([]);
  await screen.getByLabelText('Type narin@example.com to confirm').fill('Narin@example.com');
  await screen.getByLabelText('Password').fill('not-the-password');
  await action.click();
  await expect.element(screen.getByText('Wrong password.')).toBeVisible();
  await screen.getByLabelText('Password').fill('Green-house-77');
  await action.click();
  await expect.poll(lastSessionEnd).toBe('closed');
  expect(calls.at(-1)).toMatchObject({ body: { email: 'narin@example.com', password: 'Green-house-77' } });
});
