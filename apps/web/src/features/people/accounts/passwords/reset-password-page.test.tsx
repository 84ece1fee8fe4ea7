import { afterEach, expect, it } from 'vitest';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { knowConfig } from '../../../../../test/shell.ts';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { endSession, getSession, startSession } from '../../../../lib/api/session.ts';
import { ResetPasswordPage } from './reset-password-page.tsx';

const at = '/auth/reset-password#token=abc';
const described = { email: 'ann@example.com', accessTokens: 0, passkeys: 0, identities: 0, contacts: 0 };
const describe = 'POST /api/auth/reset-link';
const reset = 'POST /api/auth/reset';

afterEach(() => endSession('logout'));

async function openPage(
  replies: Parameters<typeof stubApi>[0] = {},
  { address = at, config = publicConfigOf({ mailConfigured: true }) } = {},
) {
  const calls = stubApi({
    'GET /api/config': config,
    [describe]: described,
    [reset]: { message: 'Changed.' },
    ...replies,
  });
  await knowConfig(config);
  return { ...(await renderInApp(<ResetPasswordPage />, { at: address })), calls };
}

const change = async ({ screen }: Awaited<ReturnType<typeof openPage>>, password = 'Blue-house-88') => {
  await screen.getByLabelText('New password').fill(password);
  await screen.getByRole('button', { name: 'Change password' }).click();
};
const resets = (calls: Parameters<typeof callsOf>[0]) =>
  callsOf(calls, 'POST').filter(({ path }) => path === '/api/auth/reset');
const stored = (more: object = {}) => ({
  accessTokens: false,
  passkeys: false,
  identities: false,
  contacts: false,
  ...more,
});

it('refuses a common password without using the link up, and changes it to another one', async () => {
  const page = await openPage();
  await change(page, 'password1');
  await expect.element(page.screen.getByText(/commonest/)).toBeVisible();
  expect(resets(page.calls)).toEqual([]);
  await change(page);
  await expect.element(page.screen.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(resets(page.calls)).toMatchObject([{ body: { token: 'abc', password: 'Blue-house-88', keep: stored() } }]);
  await expect.element(page.screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login');
});

it('checks which other ways into the account stay; by itself none does', async () => {
  const page = await openPage({ [describe]: { ...described, accessTokens: 3, passkeys: 1, contacts: 2 } });
  const tokens = page.screen.getByRole('switch', { name: 'Keep access tokens (3)' });
  await expect.element(tokens).not.toBeChecked();
  await expect.element(page.screen.getByRole('switch', { name: 'Keep passkeys (1)' })).not.toBeChecked();
  const contacts = page.screen.getByRole('switch', { name: 'Keep chats and browsers that get notifications (2)' });
  await expect.element(contacts).not.toBeChecked();
  await expect.element(page.screen.getByRole('switch', { name: /linked/ })).not.toBeInTheDocument();
  await tokens.click();
  await change(page);
  await expect.element(page.screen.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(resets(page.calls)).toMatchObject([{ body: { keep: stored({ accessTokens: true }) } }]);
});

it('works for who is logged in, and logs them out as the server does', async () => {
  startSession({ accessToken: 't', userId: described.email, member: 'user' });
  const page = await openPage();
  await change(page);
  await expect.element(page.screen.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect(getSession()).toBeNull();
  await expect.element(page.screen.getByRole('link', { name: 'Log in' })).toBeVisible();
});

it('shows whose password it is to who is logged in as somebody else, and leaves their session alone', async () => {
  startSession({ accessToken: 't', userId: 'bob@example.com', member: 'user' });
  const page = await openPage();
  await expect.element(page.screen.getByText(/You are logged in as bob@example\.com\./)).toBeVisible();
  await change(page);
  await expect.element(page.screen.getByRole('link', { name: 'Stay logged in' })).toBeVisible();
  expect(getSession()?.userId).toBe('bob@example.com');
  await page.screen.getByRole('link', { name: 'Log out and log in' }).click();
  expect(getSession()).toBeNull();
  expect(page.router.state.location.pathname).toBe('/auth/login');
});

it('shows at once that a link was used, and offers another one', async () => {
  const { screen } = await openPage({ [describe]: () => refuse(400, 'link_expired', 'The link was used.') });
  await expect.element(screen.getByRole('heading', { name: 'The link did not work' })).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Get a new link' }))
    .toHaveAttribute('href', '/auth/reset-password');
});

it('the same when it was used while the page was open', async () => {
  const page = await openPage({ [reset]: () => refuse(400, 'link_expired', 'The link was used.') });
  await change(page);
  await expect.element(page.screen.getByRole('link', { name: 'Get a new link' })).toBeVisible();
});

it('retries when the server was away', async () => {
  let isAway = true;
  const { screen } = await openPage({
    [describe]: () => (isAway ? refuse(503, 'unavailable', 'The database is away.') : described),
  });
  await expect.element(screen.getByText('The database is away.')).toBeVisible();
  isAway = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('for ann@example.com')).toBeVisible();
});

it('takes the link of an older mail', async () => {
  const { screen } = await openPage({}, { address: '/auth/reset-password?token=abc' });
  await expect.element(screen.getByText('for ann@example.com')).toBeVisible();
});

it('requests the address without a link, and knows it of who is logged in', async () => {
  startSession({ accessToken: 't', userId: 'bob@example.com', member: 'user' });
  const { screen } = await openPage({}, { address: '/auth/reset-password' });
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue('bob@example.com');
});

it('sends people to the administrator where no mail is sent', async () => {
  const { screen } = await openPage({}, { address: '/auth/reset-password', config: publicConfigOf() });
  await expect.element(screen.getByText(/Ask its administrator/)).toBeVisible();
});
