import { expect, it } from 'vitest';
import { profileOf } from '../../../../../test/accounts.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { PasswordCard } from './password-card.tsx';

it('refuses a common password, shows how strong another one is, and changes it', async () => {
  const calls = stubApi({ 'POST /api/profile/password': { message: 'Changed.' } });
  const { screen } = await renderInApp(<PasswordCard profile={profileOf()} />);
  const field = screen.getByLabelText('New password');
  await field.fill('password1');
  await screen.getByRole('button', { name: 'Change password' }).click();
  await expect.element(screen.getByText(/commonest/)).toBeVisible();
  expect(calls).toEqual([]);
  await field.fill('Blue-house-88');
  await expect.element(screen.getByText('Strong')).toBeVisible();
  await screen.getByRole('button', { name: 'Change password' }).click();
  await expect.element(screen.getByText(/All other sessions of your account have ended\./)).toBeVisible();
  await expect.element(field).toHaveValue('');
  expect(calls).toMatchObject([{ path: '/api/profile/password', body: { password: 'Blue-house-88' } }]);
});

it('sets the first password of an account that had none', async () => {
  stubApi({ 'POST /api/profile/password': { message: 'Set.' } });
  const { screen } = await renderInApp(<PasswordCard profile={profileOf({ hasPassword: false })} />);
  await screen.getByLabelText('New password').fill('Blue-house-88');
  await screen.getByRole('button', { name: 'Set password' }).click();
  await expect.element(screen.getByText('Password set')).toBeVisible();
});
