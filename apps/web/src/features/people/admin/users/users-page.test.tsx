import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { userEvent } from 'vitest/browser';
import { adminUserOf, auditEntryOf, planOf } from '../../../../../test/accounts.ts';
import { publicConfigOf } from '../../../../../test/config.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { knowConfig } from '../../../../../test/shell.ts';
import { type ApiCall, callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { getSession, startSession } from '../../../../lib/api/session.ts';
import { hasUnsavedChanges } from '../../../../lib/browser/unsaved-changes.ts';
import { applyDisplaySettings } from '../../../../lib/format/display-settings.ts';
import { UsersPage } from './users-page.tsx';

const ann = adminUserOf({ id: 1, email: 'ann@example.com', member: 'admin' });
const bob = adminUserOf();

beforeEach(() => startSession({ accessToken: 't', userId: ann.email, member: 'admin' }));

type Replies = Parameters<typeof stubApi>[0];

async function openPage(replies: Replies = {}, config = publicConfigOf({ billing: 'manual' })) {
  const calls = stubApi({
    'GET /api/config': config,
    'GET /api/admin/users': ({ query }: ApiCall) => {
      const users = [ann, bob].filter(({ email }) => email.includes(query.get('q') ?? ''));
      return { users, total: users.length, next: null };
    },
    'GET /api/admin/audit': { entries: [auditEntryOf()], next: null },
    ...replies,
  });
  await knowConfig(config);
  const { screen, router } = await renderInApp(<UsersPage />, { at: '/admin/users' });
  const performAction = async (email: string, label: string) => {
    await screen.getByRole('button', { name: `Actions for ${email}` }).click();
    await screen.getByRole('menuitem', { name: label }).click();
  };
  return { screen, router, calls, performAction };
}

it('searches people, keeps that in the address, and clears it where nobody fits', async () => {
  const { screen, router } = await openPage();
  await expect.element(screen.getByText('2 people')).toBeVisible();
  await screen.getByRole('searchbox', { name: 'Search people' }).fill('bob ');
  await expect.poll(() => router.state.location.search).toBe('?q=bob');
  await expect.element(screen.getByRole('searchbox', { name: 'Search people' })).toHaveValue('bob ');
  await expect.element(screen.getByText('1 person')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /ann@/ })).not.toBeInTheDocument();
  await screen.getByRole('searchbox', { name: 'Search people' }).fill('nobody at all');
  await expect.element(screen.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.element(screen.getByRole('row', { name: /ann@/ })).toBeVisible();
  expect(router.state.location.search).toBe('');
});

it('shows that the list did not load, and requests it again', async () => {
  let isBroken = true;
  const { screen } = await openPage({
    'GET /api/admin/users': () => (isBroken ? new Response('<html>') : { users: [bob], total: 1, next: null }),
  });
  await expect.element(screen.getByRole('heading', { name: 'The list did not load' })).toBeVisible();
  isBroken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('row', { name: /bob@/ })).toBeVisible();
});

it('leaves the administration when the right to it is lost', async () => {
  const { screen, router } = await openPage({
    'GET /api/admin/users': ({ query }: ApiCall) =>
      query.has('q') ? refuse(403, 'forbidden', 'No.') : { users: [ann, bob], total: 2, next: null },
  });
  await expect.element(screen.getByRole('row', { name: /ann@/ })).toBeVisible();
  await screen.getByRole('searchbox', { name: 'Search people' }).fill('ann');
  await expect.poll(() => router.state.location.pathname).toBe('/auth/access');
  expect(getSession()?.member).toBe('user');
});

it('disables somebody with a reason, shows what was done about them, and enables them again', async () => {
  const path = '/api/admin/users/2';
  const { screen, calls, performAction } = await openPage({
    [`POST ${path}/disable`]: { message: 'bob@example.com is disabled.', user: { ...bob, state: 'disabled' } },
    [`POST ${path}/enable`]: { message: 'bob@example.com is enabled.', user: bob },
  });
  await performAction(bob.email, 'Disable');
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/Nothing is deleted/);
  await question.getByRole('textbox', { name: 'Reason' }).fill('Sends spam');
  await question.getByRole('button', { name: 'Disable' }).click();
  await expect.element(screen.getByText('bob@example.com disabled')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /bob@/ })).toMatchTextContent(/Disabled/);
  expect(callsOf(calls, 'POST')[0]?.body).toEqual({ reason: 'Sends spam' });

  await screen.getByRole('button', { name: bob.email }).click();
  const sheet = screen.getByRole('dialog');
  await sheet.getByText('Disabled the account').click();
  await expect.element(sheet.getByText('Sends spam')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await performAction(bob.email, 'Enable');
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click();
  await expect.element(screen.getByRole('row', { name: /bob@/ })).toMatchTextContent(/Active/);
});

it('shows a password link once where the server sends no mail', async () => {
  const link = 'https://cyno.test/auth/reset-password#token=abc';
  const { screen, performAction } = await openPage({
    'POST /api/admin/users/2/reset-link': { message: 'Link created.', user: bob, link },
  });
  await performAction(bob.email, 'Create a password link');
  const question = screen.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(/audit log shows that you created it/);
  await question.getByRole('button', { name: 'Create link' }).click();
  const visible = screen.getByRole('alertdialog', { name: 'Copy the link now' });
  await expect.element(visible.getByText(link)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(hasUnsavedChanges()).toBe(true);
  await visible.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText(link)).not.toBeInTheDocument();
});

it('shows the last administrator that somebody must keep the rights', async () => {
  const sentence = 'ann@example.com is the only administrator.';
  const { screen, performAction } = await openPage({
    'POST /api/admin/users/1/member': () => refuse(409, 'conflict', sentence),
  });
  await performAction(ann.email, 'Remove rights');
  const question = screen.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Give up rights' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent(sentence);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('row', { name: /ann@/ })).toBeVisible();
});

it('gives somebody a plan', async () => {
  const { screen, calls, performAction } = await openPage({
    'POST /api/admin/users/2/plan': { ...planOf().current, plan: 'maker', source: 'manual' },
  });
  await performAction(bob.email, 'Change plan');
  await screen.getByRole('button', { name: /Plan$/ }).click();
  await screen.getByRole('option', { name: 'Maker' }).click();
  await screen.getByRole('button', { name: 'Change plan' }).click();
  await expect.element(screen.getByText('bob@example.com now has the plan Maker.')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /bob@/ })).toMatchTextContent(/Maker/);
  expect(callsOf(calls, 'POST')[0]?.body).toEqual({ plan: 'maker', until: null });
});

it('the last day of a plan ends where the administrator is by their profile, not by the browser', async () => {
  applyDisplaySettings({ timeZone: 'Pacific/Honolulu', dateFormat: 'dd/mm/yy' });
  onTestFinished(() => applyDisplaySettings({ timeZone: null, dateFormat: null }));
  const { screen, calls, performAction } = await openPage({
    'POST /api/admin/users/2/plan': { ...planOf().current, plan: 'maker', source: 'manual' },
  });
  await performAction(bob.email, 'Change plan');
  await screen.getByRole('button', { name: /Plan$/ }).click();
  await screen.getByRole('option', { name: 'Maker' }).click();
  await screen.getByRole('group', { name: 'Last day' }).getByRole('spinbutton').first().click();
  await userEvent.keyboard('31122096');
  await screen.getByRole('button', { name: 'Change plan' }).click();
  await expect.element(screen.getByText('bob@example.com now has the plan Maker.')).toBeVisible();
  const until = Date.parse('2097-01-01T00:00:00-10:00') - 1;
  expect(callsOf(calls, 'POST')[0]?.body).toEqual({ plan: 'maker', until });
});

it('a plan with an end keeps it unless the administrator changes it', async () => {
  applyDisplaySettings({ timeZone: 'Asia/Bangkok', dateFormat: 'dd/mm/yy' });
  onTestFinished(() => applyDisplaySettings({ timeZone: null, dateFormat: null }));
  const planUntil = Date.parse('2097-01-01T00:00:00+07:00') - 1;
  const { screen, calls, performAction } = await openPage({
    'GET /api/admin/users': { users: [{ ...bob, plan: 'maker', planUntil }], total: 1, next: null },
    'POST /api/admin/users/2/plan': { ...planOf().current, plan: 'pro', source: 'manual', periodEnd: planUntil },
  });
  await performAction(bob.email, 'Change plan');
  await screen.getByRole('button', { name: /Plan$/ }).click();
  await screen.getByRole('option', { name: 'Pro' }).click();
  await screen.getByRole('button', { name: 'Change plan' }).click();
  await expect.element(screen.getByText('bob@example.com now has the plan Pro.')).toBeVisible();
  expect(callsOf(calls, 'POST')[0]?.body).toEqual({ plan: 'pro', until: planUntil });
});

it('leads to all entries about somebody, whatever their address was', async () => {
  const { screen, router } = await openPage({ 'GET /api/admin/audit': { entries: [auditEntryOf()], next: 1 } });
  await screen.getByRole('button', { name: bob.email }).click();
  await screen.getByRole('link', { name: 'Show all in the audit log' }).click();
  await expect.poll(() => router.state.location).toMatchObject({ pathname: '/admin/audit', search: '?targetId=2' });
});

it('shows whether no mail is sent, or an invitation could not be sent', async () => {
  const created = {
    invitation: {
      id: 1,
      email: 'carla@example.com',
      state: 'open',
      createdBy: ann.email,
      createdAt: Date.now(),
      expiresAt: Date.now() + 86_400_000,
      usedAt: null,
      usedBy: null,
    },
    link: 'https://cyno.test/auth/login?mode=signup&invite=code',
    mailed: false,
  };
  const replies = { 'GET /api/admin/invitations': [], 'POST /api/admin/invitations': created };
  const { screen } = await openPage(replies, publicConfigOf({ signup: 'invite', mailConfigured: true }));
  await screen.getByRole('button', { name: 'Invite' }).click();
  await screen.getByRole('textbox', { name: 'E-mail' }).fill('carla@example.com');
  await screen.getByRole('button', { name: 'Create invitation' }).click();
  await expect.element(screen.getByText('The e-mail could not be sent, so send the link yourself.')).toBeVisible();
  const withoutMail = publicConfigOf({ signup: 'invite' });
  stubApi({ ...replies, 'GET /api/config': withoutMail });
  await knowConfig(withoutMail);
  await expect.element(screen.getByText('This server sends no e-mail, so send the link yourself.')).toBeVisible();
});
