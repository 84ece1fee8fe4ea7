import { expect, it } from 'vitest';
import { passkeyOf, profileOf, twoFactorOf } from '../../../test/accounts.ts';
import { renderInApp } from '../../../test/render.tsx';
import { refuse, stubApi } from '../../../test/stub-api.ts';
import { PasswordCard } from '../../features/people/accounts/index.ts';
import { ProofHost } from './proof-host.tsx';

/** A profile whose login was a while ago. */
async function changePassword(hasPassword = true) {
  let proved = false;
  const calls = stubApi({
    'GET /api/profile': () => profileOf({ hasPassword }),
    'GET /api/second-step': twoFactorOf({ passkeys: [passkeyOf()] }),
    'POST /api/profile/password': () =>
      proved ? { message: 'Changed.' } : refuse(403, 'proof_needed', 'Prove that it is you.'),
    'POST /api/auth/proof': ({ body }) => {
      proved = JSON.stringify(body).includes('Green-house-77');
      return proved ? undefined : refuse(401, 'wrong_credentials', 'No.');
    },
  });
  const { screen } = await renderInApp(
    <>
      <PasswordCard profile={profileOf()} />
      <ProofHost />
    </>,
  );
  await screen.getByLabelText('New password').fill('Blue-house-88');
  return { screen, calls, dialog: screen.getByRole('dialog', { name: 'Confirm your password' }) };
}

const changes = (calls: { path: string }[]) => calls.filter(({ path }) => path === '/api/profile/password').length;

it('requests the password before what could lock the owner out, and does it then', async () => {
  const { screen, calls, dialog } = await changePassword();
  const button = screen.getByRole('button', { name: 'Change password' });
  await button.click();
  await dialog.getByLabelText('Password').fill('not-the-password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByText('Wrong password.')).toBeVisible();
  await dialog.getByLabelText('Password').fill('Green-house-77');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(screen.getByText('Password changed')).toBeVisible();
  expect(changes(calls)).toBe(2);
});

it('changes nothing when the proof is given up', async () => {
  const { screen, calls, dialog } = await changePassword();
  await screen.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByLabelText('New password')).toHaveValue('Blue-house-88');
  expect(changes(calls)).toBe(1);
});

it('takes a passkey where the account has no password', async () => {
  const { screen, dialog } = await changePassword(false);
  await screen.getByRole('button', { name: 'Change password' }).click();
  await expect.element(dialog.getByText(/Use your passkey to confirm/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});
