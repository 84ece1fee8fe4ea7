import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { getSession } from '../../../lib/api/session.ts';
import { forgetChallenge, pendingChallenge, rememberChallenge } from './two-factor.ts';
import { TwoFactorPage } from './two-factor-page.tsx';

const response = 'POST /api/auth/second-step';
const at = '/auth/second-step?next=%2Fprofile';

beforeEach(() => {
  forgetChallenge();
  rememberChallenge({ ticket: 't', methods: ['totp', 'recovery_code'] });
});

it('sends a code as soon as it is whole, in whatever shape it was pasted', async () => {
  const calls = stubApi({ [response]: { access_token: 'a', member: 'user', email: 'narin@example.com' } });
  const { screen } = await renderInApp(<TwoFactorPage />, { at });
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByText('Enter the six digits from the app.')).toBeVisible();
  await screen.getByLabelText('Code from the app').fill('123 456');
  await expect.poll(() => getSession()?.userId).toBe('narin@example.com');
  expect(callsOf(calls, 'POST')).toMatchObject([{ body: { ticket: 't', code: '123456' } }]);
  expect(pendingChallenge()).toBeUndefined();
});

it('empties the field after a wrong code, and leads back to the login after too many', async () => {
  let tries = 0;
  stubApi({
    [response]: () => {
      tries += 1;
      return tries < 5
        ? refuse(401, 'wrong_code', 'That code is not right.')
        : refuse(400, 'ticket_expired', 'Too many wrong tries. Log in again.', { reason: 'too_many_wrong_codes' });
    },
  });
  const { screen, router } = await renderInApp(<TwoFactorPage />, { at });
  const field = screen.getByLabelText('Code from the app');
  for (let wrong = 1; wrong < 5; wrong += 1) {
    await field.fill(`00000${wrong}`);
    await expect.element(screen.getByText('That code is not right.')).toBeVisible();
    await expect.element(field).toHaveValue('');
  }
  await field.fill('000000');
  await expect.element(screen.getByRole('heading', { name: 'Log in again' })).toBeVisible();
  await expect
    .element(screen.getByText('Too many wrong codes. You have five minutes and five attempts.'))
    .toBeVisible();
  await expect.poll(pendingChallenge).toBeUndefined();
  await screen.getByRole('link', { name: 'Log in' }).click();
  await expect.poll(() => router.state.location).toMatchObject({ pathname: '/auth/login', search: '?next=%2Fprofile' });
});

it('shows that a recovery code was used before', async () => {
  stubApi({ [response]: () => refuse(401, 'wrong_code', 'That code is not right, or it was used before.') });
  const { screen } = await renderInApp(<TwoFactorPage />, { at });
  await screen.getByRole('button', { name: 'Use a recovery code' }).click();
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByText('Enter one of your recovery codes.')).toBeVisible();
  await screen.getByLabelText('Recovery code').fill('abcd-efgh');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByText(/or it was used before/)).toBeVisible();
});

it('leads to the login where nothing is requested', async () => {
  forgetChallenge();
  const pages = (
    <Routes>
      <Route path="/auth/second-step" element={<TwoFactorPage />} />
      <Route path="*" element={null} />
    </Routes>
  );
  const { router } = await renderInApp(pages, { at: '/auth/second-step' });
  await expect.poll(() => router.state.location.pathname).toBe('/auth/login');
});
