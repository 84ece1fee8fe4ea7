import { afterEach, expect, it } from 'vitest';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { endSession, startSession } from '../../../../lib/api/session.ts';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const account = 'ann@example.com';
let opened = 0;

afterEach(() => endSession('logout'));

/** Each link is another one: the page checks one link once. */
async function openPage(what: string, session?: string) {
  opened += 1;
  if (session) startSession({ accessToken: 't', userId: session, member: 'user' });
  stubApi({ 'POST /api/auth/confirm': { message: 'Confirmed.', what, account } });
  const { screen } = await renderInApp(<ConfirmEmailPage />, { at: `/auth/confirmEmail#token=link-${opened}` });
  await expect.element(screen.getByRole('heading', { name: /^Address (confirmed|changed)$/ })).toBeVisible();
  return screen;
}

it.each([
  ['account', 'All devices', '/device'],
  ['email', 'Your profile', '/profile'],
  ['notification_address', 'Your profile', '/profile'],
])('leads who is logged in to what was confirmed: %s', async (what, name, href) => {
  const screen = await openPage(what, account);
  await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

it('leads who is not to the login page', async () => {
  const screen = await openPage('account');
  await expect.element(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
});

it('lets who is logged in as somebody else choose who to be', async () => {
  const screen = await openPage('account', 'bob@example.com');
  await expect.element(screen.getByRole('link', { name: 'Log out and log in' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Stay logged in' })).toBeVisible();
});
