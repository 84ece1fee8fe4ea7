import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { profileOf } from '../../../test/accounts.ts';
import { renderInApp } from '../../../test/render.tsx';
import { refuse, stubApi } from '../../../test/stub-api.ts';
import { NotificationAddressesCard, ProfileCard } from '../../features/people/accounts/index.ts';
import { endSession, getSession, pageOwner, startSession } from '../../lib/api/session.ts';
import { storeContact, storedContact } from '../../lib/browser/push-contact.ts';
import { SessionEnded } from './session-ended.tsx';

const email = 'narin@example.com';
const loggedIn = { access_token: 'fresh', member: 'user', email };

beforeEach(() => startSession({ accessToken: 'old', userId: email, member: 'user' }));

function profilePage() {
  return renderInApp(
    <>
      <ProfileCard profile={profileOf()} />
      <NotificationAddressesCard email={email} />
      <SessionEnded />
    </>,
  );
}

it('asks over the page for a new login, and loses nothing of a half-filled form', async () => {
  const calls = stubApi({
    'GET /api/profile': () => profileOf(),
    'GET /api/profile/notification-addresses': [],
    'POST /api/auth/login': ({ body }) =>
      JSON.stringify(body).includes('Green') ? loggedIn : refuse(401, 'wrong_credentials', 'No.'),
  });
  const { screen } = await profilePage();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Narin of the greenhouse');
  await screen.getByRole('textbox', { name: 'Another address' }).fill('half-typed@exa');
  endSession('expired');
  const dialog = screen.getByRole('alertdialog', { name: 'Your session ended' });
  await expect.element(dialog.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await userEvent.keyboard('{Escape}');
  const login = dialog.getByRole('button', { name: 'Log in' });
  await login.click();
  await expect.element(dialog.getByText('Enter your password.')).toBeVisible();
  await dialog.getByLabelText('Password').fill('not-the-password');
  await login.click();
  await expect.element(dialog.getByText('Wrong password.')).toBeVisible();
  await dialog.getByLabelText('Password').fill('Green-house-77');
  await login.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(getSession()?.accessToken).toBe('fresh');
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Narin of the greenhouse');
  await expect.element(screen.getByRole('textbox', { name: 'Another address' })).toHaveValue('half-typed@exa');
  expect(calls.at(-1)?.body).toEqual({ email, password: 'Green-house-77' });
});

it('lets a button that was pressed as the session ended do its work after the login', async () => {
  stubApi({
    'GET /api/profile': () => profileOf(),
    'GET /api/profile/notification-addresses': [],
    'PATCH /api/profile': () =>
      getSession()?.accessToken === 'fresh'
        ? profileOf({ name: 'Pressed once' })
        : refuse(401, 'session_ended', 'The session ended.'),
    'POST /api/auth/login': loggedIn,
  });
  const { screen } = await profilePage();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Pressed once');
  await screen.getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Your session ended' });
  await dialog.getByLabelText('Password').fill('Green-house-77');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect.element(screen.getByText('Profile saved')).toBeVisible();
});

it('requests the two-factor step as well, and begins again when its time is over', async () => {
  const challenge = { ticket: 't', methods: ['totp', 'recovery_code'] };
  stubApi({
    'GET /api/profile': () => profileOf(),
    'GET /api/profile/notification-addresses': [],
    'POST /api/auth/login': () => refuse(401, 'second_step_required', 'One more step.', { secondStep: challenge }),
    'POST /api/auth/second-step': ({ body }) =>
      JSON.stringify(body).includes('recoveryCode')
        ? loggedIn
        : refuse(400, 'ticket_expired', 'The time for this step is over. Log in again.', { reason: 'step_over' }),
  });
  const { screen } = await profilePage();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Safe and sound');
  endSession('expired');
  const dialog = screen.getByRole('alertdialog', { name: 'Your session ended' });
  const typePassword = async () => {
    await dialog.getByLabelText('Password').fill('Green-house-77');
    await dialog.getByRole('button', { name: 'Log in' }).click();
  };
  await typePassword();
  await dialog.getByLabelText('Code from the app').fill('000000');
  await expect.element(dialog.getByText('This step has expired. Log in again.')).toBeVisible();
  await typePassword();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabelText('Recovery code').fill('abcd-efgh');
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Safe and sound');
});

it('leaves the page to anyone who uses another account', async () => {
  stubApi({ 'GET /api/profile': () => profileOf(), 'GET /api/profile/notification-addresses': [] });
  const { screen } = await profilePage();
  storeContact({ id: 'contact-7', url: 'https://push.example.com/send/1' });
  endSession('expired');
  expect(pageOwner()?.userId).toBe(email);
  await screen.getByRole('button', { name: 'Use another account' }).click();
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(pageOwner()).toBeNull();
  expect(storedContact()).toBeNull();
});
