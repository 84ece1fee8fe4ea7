import { expect, it } from 'vitest';
import { renderInApp } from '../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../test/stub-api.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

const at = '/auth/reset-password?token=abc';

it('refuses a common password without using the link up, and changes it to another one', async () => {
  const calls = stubApi({ 'POST /api/auth/reset': { message: 'Changed.' } });
  const { screen } = await renderInApp(<ResetPasswordPage />, { at });
  await screen.getByLabelText('New password').fill('password1');
  await screen.getByRole('button', { name: 'Change the password' }).click();
  await expect.element(screen.getByText(/commonest/)).toBeVisible();
  expect(callsOf(calls, 'POST')).toEqual([]);
  await screen.getByLabelText('New password').fill('Blue-house-88');
  await screen.getByRole('button', { name: 'Change the password' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(callsOf(calls, 'POST')).toMatchObject([{ body: { token: 'abc', password: 'Blue-house-88' } }]);
});

it('offers another link in place of one that was used', async () => {
  stubApi({ 'POST /api/auth/reset': () => refuse(400, 'link_expired', 'The link was used.') });
  const { screen } = await renderInApp(<ResetPasswordPage />, { at });
  await screen.getByLabelText('New password').fill('Blue-house-99');
  await screen.getByRole('button', { name: 'Change the password' }).click();
  await expect.element(screen.getByRole('link', { name: 'Get a new link' })).toBeVisible();
});
