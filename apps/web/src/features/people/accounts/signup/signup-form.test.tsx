import { expect, it, vi } from 'vitest';
import { renderInApp } from '../../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../../test/stub-api.ts';
import { SignupForm } from './signup-form.tsx';

it('requests the code of an invitation where one is needed, and shows that a wrong one lets nobody in', async () => {
  const sentence = 'Sign-up is by invitation only on this server.';
  const calls = stubApi({ 'POST /api/auth/signup': () => refuse(403, 'wrong_invitation', sentence) });
  const { screen } = await renderInApp(
    <SignupForm
      email="uninvited@example.com"
      onEmailChange={vi.fn()}
      setup={{ needed: false, code: '' }}
      invitation={{ needed: true, code: '' }}
      onDone={vi.fn()}
    />,
  );
  await screen.getByLabelText('Password').fill('Green-house-77');
  await screen.getByRole('button', { name: 'Create account' }).click();
  await expect.element(screen.getByText('Enter your invitation code.')).toBeVisible();
  expect(calls).toEqual([]);
  await screen.getByRole('textbox', { name: 'Invitation code' }).fill(' not-a-code ');
  await screen.getByRole('button', { name: 'Create account' }).click();
  await expect.element(screen.getByText(sentence)).toBeVisible();
  const body = { email: 'uninvited@example.com', password: 'Green-house-77', invitationCode: 'not-a-code' };
  expect(calls).toMatchObject([{ body }]);
});

it('takes the message of a wrong password away when another one is typed', async () => {
  const { screen } = await renderInApp(
    <SignupForm
      email="new@example.com"
      onEmailChange={vi.fn()}
      setup={{ needed: false, code: '' }}
      invitation={{ needed: false, code: '' }}
      onDone={vi.fn()}
    />,
  );
  const password = screen.getByLabelText('Password');
  await password.fill('short');
  await screen.getByRole('button', { name: 'Create account' }).click();
  await expect.element(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill('Green-house-77');
  await expect.element(password).not.toHaveAttribute('aria-invalid');
});
