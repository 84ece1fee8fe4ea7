import { beforeEach, expect, it } from 'vitest';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { getSession } from '../../../lib/api/session.ts';
import { forgetChallenge, pendingChallenge } from '../two-factor/index.ts';
import { callbackRoute } from './callback-page.tsx';

const finish = 'POST /api/auth/oidc/finish';
const loggedIn = { access_token: 'a', member: 'user', email: 'ann@example.com' };

beforeEach(forgetChallenge);

/** Comes back from the service for which the browser left this page. */
async function comeBack(query = '?state=s&code=c&iss=i', visit: object = { purpose: 'log_in', next: '/bill' }) {
  sessionStorage.setItem('identityVisit', JSON.stringify({ name: 'Example ID', ...visit }));
  const { enter, element } = callbackRoute('oidc');
  const url = new URL(`https://cyno.example/auth/callback${query}`);
  const target = enter({ url, params: {} });
  const { screen, router } = await renderInApp(element, { at: '/auth/callback' });
  const whereNow = () => router.state.location.pathname + router.state.location.search + router.state.location.hash;
  return { screen, target, whereNow };
}

it('takes the code out of the address, brings it to the server, and leads to the page that was requested', async () => {
  const calls = stubApi({ [finish]: loggedIn });
  const { target, whereNow } = await comeBack();
  expect(target).toBe('/auth/callback');
  await expect.poll(whereNow).toBe('/bill');
  expect(getSession()?.userId).toBe('ann@example.com');
  expect(callsOf(calls, 'POST')).toMatchObject([{ body: { state: 's', code: 'c', iss: 'i' } }]);
});

it('does not follow a path of another site', async () => {
  stubApi({ [finish]: loggedIn });
  const { whereNow } = await comeBack(undefined, { purpose: 'log_in', next: '//evil.example/device' });
  await expect.poll(whereNow).toBe('/device');
});

it.each([
  ['cancelled', 'Login cancelled', 'Back to login', '/auth/login'],
  ['wrong_browser', 'Started in another browser', 'Start again', '/auth/login'],
  ['link_expired', 'This login has expired', 'Start again', '/auth/login'],
  ['unavailable', 'Login not finished', 'Start again', '/auth/login'],
  ['email_not_verified', 'Your address is not verified', 'Log in', '/auth/login?next=%2Fprofile%23identities'],
  ['not_linked', 'Example ID is not linked yet', 'Log in', '/auth/login?next=%2Fprofile%23identities'],
] as const)('says why a login did not work out, and leads on: %s', async (code, title, way, target) => {
  stubApi({ [finish]: () => refuse(code === 'unavailable' ? 503 : 400, code, 'The reason of the server.') });
  const { screen, whereNow } = await comeBack('?state=s&error=access_denied');
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(screen.getByText('The reason of the server.')).toBeVisible();
  expect(getSession()).toBeNull();
  await screen.getByRole('link', { name: way }).click();
  await expect.poll(whereNow).toBe(target);
});

it('brings a response once more that did not reach the server', async () => {
  let isAway = true;
  const calls = stubApi({
    [finish]: () => {
      if (isAway) throw new Error('nobody there');
      return loggedIn;
    },
  });
  const { screen, whereNow } = await comeBack();
  await expect.element(screen.getByText(/Can't connect to server/)).toBeVisible();
  isAway = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(whereNow).toBe('/bill');
  expect(callsOf(calls, 'POST')).toHaveLength(2);
});

it('requests the two-factor step of the account before there is a session', async () => {
  const twoFactor = { ticket: 't', methods: ['totp'] };
  stubApi({ [finish]: () => refuse(401, 'second_step_required', 'One more step.', { secondStep: twoFactor }) });
  const { whereNow } = await comeBack();
  await expect.poll(whereNow).toBe('/auth/second-step?next=%2Fbill');
  expect(getSession()).toBeNull();
  expect(pendingChallenge()?.ticket).toBe('t');
});

it('links what came back to the account, or shows that another account has it', async () => {
  let isTaken = true;
  stubApi({
    'POST /api/auth/oidc/link': () => (isTaken ? refuse(409, 'conflict', 'It is taken.') : { message: 'Linked.' }),
  });
  const { screen } = await comeBack(undefined, { purpose: 'link' });
  await expect.element(screen.getByRole('heading', { name: 'Linked to another account' })).toBeVisible();
  isTaken = false;
  const second = await comeBack(undefined, { purpose: 'link' });
  await expect.element(second.screen.getByText('Example ID is linked to your account')).toBeVisible();
  expect(second.whereNow()).toBe('/profile#identities');
});

it('has nothing to finish for anyone who opens the address by hand', async () => {
  stubApi({});
  const { element } = callbackRoute('line');
  const { screen } = await renderInApp(element, { at: '/line-oauth-callback' });
  await expect.element(screen.getByRole('heading', { name: 'Nothing to finish here' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Log in' })).toBeVisible();
});
