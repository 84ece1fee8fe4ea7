import { afterEach, expect, it } from 'vitest';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { knowConfig } from '../../../../../test/shell.ts';
import { callsOf, stubApi } from '../../../../../test/stub-api.ts';
import { endSession, getSession, startSession } from '../../../../lib/api/session.ts';
import { LoginPage } from './login-page.tsx';

const invitation = '/auth/login?mode=signup&invite=abc';

afterEach(() => endSession('logout'));

async function openPage(at: string, session?: string) {
  if (session) startSession({ accessToken: 't', userId: session, member: 'user' });
  const config = publicConfigOf({ signup: 'invite' });
  const calls = stubApi({ 'GET /api/config': config, 'POST /api/auth/logout': undefined });
  await knowConfig(config);
  return { ...(await renderInApp(<LoginPage />, { at })), calls };
}

it('an invitation that is opened while logged in asks first, and then continues to sign up', async () => {
  const { screen, calls } = await openPage(invitation, 'bob@example.com');
  await expect
    .element(screen.getByText(/You are logged in as bob@example\.com\. This link creates another account\./))
    .toBeVisible();
  await screen.getByRole('button', { name: 'Log out and sign up' }).click();
  expect(getSession()).toBeNull();
  expect(callsOf(calls, 'POST').map(({ path }) => path)).toEqual(['/api/auth/logout']);
  await expect.element(screen.getByRole('button', { name: 'Create account' })).toBeVisible();
});

it('or is left alone', async () => {
  const { screen } = await openPage(invitation, 'bob@example.com');
  await screen.getByRole('link', { name: 'Stay logged in' }).click();
  expect(getSession()?.userId).toBe('bob@example.com');
});

it('the mail of an offer leads who has the account by now to the devices', async () => {
  const { router } = await openPage('/auth/login?mode=signup#email=bob%40example.com', 'bob@example.com');
  await expect.poll(() => router.state.location.pathname).toBe('/device');
});

it('signs up who is not logged in', async () => {
  const { screen } = await openPage(invitation);
  await expect.element(screen.getByRole('button', { name: 'Create account' })).toBeVisible();
});
