import { expect, it } from 'vitest';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { endSession, getSession, startSession } from '../../../../lib/api/session.ts';
import { CancelDeletionPage } from './cancel-deletion-page.tsx';

const cancelDeletion = 'POST /api/auth/keep';

it('takes a deletion back with the link of the mail, also when the server was away for a moment', async () => {
  let isAway = true;
  const calls = stubApi({
    [cancelDeletion]: () => (isAway ? refuse(503, 'unavailable', 'The database is away.') : { message: 'Kept.' }),
  });
  const { screen } = await renderInApp(<CancelDeletionPage />, { at: '/auth/keep#token=abc' });
  const button = screen.getByRole('button', { name: 'Keep account' });
  await button.click();
  await expect.element(screen.getByText('The database is away.')).toBeVisible();
  isAway = false;
  await button.click();
  await expect.element(screen.getByRole('heading', { name: 'Your account stays' })).toBeVisible();
  expect(callsOf(calls, 'POST').at(-1)?.body).toEqual({ token: 'abc' });
});

it('shows that a link was used before', async () => {
  stubApi({ [cancelDeletion]: () => refuse(400, 'link_expired', 'The link was used.') });
  const { screen } = await renderInApp(<CancelDeletionPage />, { at: '/auth/keep#token=abc' });
  await screen.getByRole('button', { name: 'Keep account' }).click();
  await expect.element(screen.getByRole('heading', { name: 'The link did not work' })).toBeVisible();
});

it('works for who is logged in as somebody else, and shows it', async () => {
  startSession({ accessToken: 't', userId: 'bob@example.com', member: 'user' });
  stubApi({ [cancelDeletion]: { message: 'Kept.' } });
  const { screen } = await renderInApp(<CancelDeletionPage />, { at: '/auth/keep#token=abc' });
  await expect
    .element(screen.getByText(/You are logged in as bob@example\.com\. This link is about another account\./))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Keep account' }).click();
  await expect.element(screen.getByRole('link', { name: 'Stay logged in' })).toBeVisible();
  await screen.getByRole('link', { name: 'Log out and log in' }).click();
  expect(getSession()).toBeNull();
  endSession('logout');
});
