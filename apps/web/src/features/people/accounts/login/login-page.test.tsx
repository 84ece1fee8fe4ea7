import { expect, it, vi } from 'vitest';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { forgetConfig } from '../../../../../test/shell.ts';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { LoginForm } from './login-form.tsx';
import { LoginPage } from './login-page.tsx';
import { Providers } from './providers.tsx';

const fullPath = ({ pathname, search, hash }: { pathname: string; search: string; hash: string }) =>
  pathname + search + hash;

function form() {
  return renderInApp(
    <LoginForm email="narin@example.com" onEmailChange={vi.fn()} welcome={undefined} note={undefined} />,
    { at: '/auth/login?next=%2Fbill' },
  );
}

it('sends the link of a signup again to anyone who did not confirm their address', async () => {
  const calls = stubApi({
    'POST /api/auth/login': () => refuse(403, 'email_not_confirmed', 'Confirm your e-mail address first.'),
    'POST /api/auth/resend-confirmation': { message: 'If the address waits, a new link was sent.' },
  });
  const { screen } = await form();
  await screen.getByLabelText('Password').fill('Green-house-77');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByText('Confirm your e-mail address first.')).toBeVisible();
  await screen.getByRole('button', { name: 'Send link again' }).click();
  await expect.element(screen.getByText(/we sent it a new link/)).toBeVisible();
  expect(callsOf(calls, 'POST').at(-1)?.body).toEqual({ email: 'narin@example.com' });
});

it('takes back that a login was refused when something else is typed', async () => {
  stubApi({ 'POST /api/auth/login': () => refuse(401, 'invalid_credentials', 'E-mail or password is wrong.') });
  const { screen } = await form();
  await screen.getByLabelText('Password').fill('Green-house-78');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByText('E-mail or password is wrong.')).toBeVisible();
  await screen.getByLabelText('Password').fill('Green-house-77');
  await expect.element(screen.getByText('E-mail or password is wrong.')).not.toBeInTheDocument();
});

it.each([
  ['second_step_required', { secondStep: { ticket: 't', methods: ['totp'] } }, '/auth/second-step?next=%2Fbill'],
  ['account_closing', { closing: { keepToken: 'k', deleteAfter: 1 } }, '/auth/keep#token=k'],
] as const)('leads on where the right password is not enough: %s', async (code, more, target) => {
  stubApi({ 'POST /api/auth/login': () => refuse(403, code, 'Not yet.', more) });
  const { screen, router } = await form();
  await screen.getByLabelText('Password').fill('Green-house-77');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => fullPath(router.state.location)).toBe(target);
});

it('stays as it was when no passkey is used', async () => {
  const options = { challenge: 'YWJj', rpId: 'localhost', timeout: 60_000, userVerification: 'required' };
  stubApi({ 'POST /api/auth/passkey/options': { ticket: 't', options } });
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('No.', 'NotAllowedError'));
  const { screen } = await form();
  await screen.getByRole('button', { name: 'Use a passkey' }).click();
  await expect.element(screen.getByText(/No passkey was used\./)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeEnabled();
});

it('shows that a service does not respond', async () => {
  const sentence = 'Example ID does not answer at the moment. Try again in a minute.';
  stubApi({ 'POST /api/auth/oidc/start': () => refuse(503, 'unavailable', sentence) });
  const { providers } = publicConfigOf({ providers: { oidc: { name: 'Example ID' }, line: false } });
  const { screen } = await renderInApp(<Providers providers={providers} />);
  await screen.getByRole('button', { name: 'Continue with Example ID' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(sentence);
  await expect.element(screen.getByRole('button', { name: 'Continue with Example ID' })).toBeEnabled();
});

it('is complete before the server has responded with who may sign up and how', async () => {
  const respond = await forgetConfig();
  const { screen } = await renderInApp(<LoginPage />, { at: '/auth/login' });
  await expect.element(screen.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect.element(screen.getByText('Sign up', { exact: true })).toBeVisible();
  respond(publicConfigOf({ signup: 'closed', providers: { oidc: { name: 'Example ID' }, line: false } }));
  await expect.element(screen.getByRole('button', { name: 'Continue with Example ID' })).toBeVisible();
  await expect.element(screen.getByText('Sign up', { exact: true })).not.toBeInTheDocument();
});

it('has the address of a new account, and waits for its password', async () => {
  const { screen } = await renderInApp(
    <LoginForm email="new@example.com" onEmailChange={vi.fn()} welcome="Account created." note={undefined} />,
  );
  await expect.element(screen.getByLabelText('E-mail')).toHaveValue('new@example.com');
  await expect.element(screen.getByLabelText('Password')).toHaveFocus();
});
