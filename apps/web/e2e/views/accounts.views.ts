import type { ServerStatus, SystemReport } from '@cyno/contract';
import type { Page } from '@playwright/test';
import { totpAt } from '../../../server/test/people/totp.ts';
import {
  accessTokenOf,
  adminUserOf,
  auditEntryOf,
  identityOf,
  notificationAddressOf,
  passkeyOf,
  planOf,
  profileOf,
  sessionOf,
  twoFactorOf,
} from '../../test/accounts.ts';
import { backupsOf } from '../../test/backups.ts';
import { publicConfigOf } from '../../test/config.ts';
import { logFileOf, logReplies } from '../../test/log-files.ts';
import { chatsOf, contactOf, deliveryOf, messageOf, notificationPolicyOf } from '../../test/notifications.ts';
import {
  linkedServerOf,
  serverStatusOf,
  servingServerOf,
  systemReportOf,
  systemSamplesOf,
} from '../../test/server-status.ts';
import { adminDeviceSizesOf, deviceSizesOf } from '../../test/stored-history.ts';
import { expect } from '../support/test.ts';
import { closeDialog, newUser, openAs, product, type User, visit } from '../support/users.ts';
import type { PageView } from './view.ts';

/** Browsers make passkeys for names only, so the product is visited by one. */
const site = () => product.http.replace('127.0.0.1', 'localhost');
const visitor = async (): Promise<User> => ({ ...(await newUser()), http: site() });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Handles some calls of the page in place of the server: states that take long to come to, or need another server. */
async function stubLogin(page: Page, replies: Record<string, object>): Promise<void> {
  for (const [path, json] of Object.entries(replies)) {
    await page.route(
      (url) => url.pathname === path,
      (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()),
    );
  }
}

const passedOn = [
  deliveryOf({
    ...{ id: 5, contact: 'person-5', kind: 'person', name: 'anna@example.com' },
    log: [{ at: 0, ms: 2, result: 'It was passed on. Their own channels and quiet hours count.' }],
  }),
  deliveryOf({
    ...{ id: 6, contact: 'person-7', kind: 'person', name: 'somchai.a.very.long.address@school.example.ac.th' },
    state: 'failed',
    reason: 'No device of this message is shared with them any more.',
  }),
];

const services = publicConfigOf({
  billing: 'stripe',
  mailConfigured: true,
  providers: { oidc: { name: 'Example ID' }, line: true },
});

async function openProfile(page: Page): Promise<void> {
  const user = await visitor();
  const dayAgo = Date.now() - 86_400_000;
  await stubLogin(page, {
    '/api/config': services,
    '/api/profile': profileOf({
      email: user.email,
      newEmail: 'moved@example.com',
      name: 'Narin Suwannarat',
      timeZone: 'Asia/Bangkok',
    }),
    '/api/profile/sessions': [sessionOf({ id: 1, current: true }), sessionOf({ id: 2 })],
    '/api/profile/notification-addresses': [notificationAddressOf(), notificationAddressOf({ id: 2, confirmed: true })],
    '/api/notifications/contacts': {
      contacts: [
        contactOf({ id: 'email', kind: 'email', name: user.email, place: user.email }),
        contactOf(),
        contactOf({
          id: 'contact-2',
          kind: 'discord',
          name: 'Greenhouse channel',
          place: 'discord.com',
          failing: {
            since: dayAgo,
            reason: 'The service does not know the address any more (404). Add the contact again.',
          },
        }),
      ],
      allowed: 20,
    },
    '/api/notifications/policy': notificationPolicyOf({
      critical: {
        contacts: 'all',
        repeatMinutes: 30,
        escalations: [{ afterMinutes: 15, contacts: ['person-5', 'person-7'] }],
      },
      quiet: { from: 1_320, to: 360, criticalBreaks: true },
    }),
    '/api/notifications/people': {
      people: [
        { id: 'person-5', name: 'anna@example.com', devices: 2, declined: false },
        { id: 'person-7', name: 'somchai.a.very.long.address@school.example.ac.th', devices: 0, declined: false },
        { id: 'share-12', name: 'noi@example.com', devices: 1, declined: false },
      ],
      namedBy: [{ id: 5, name: 'neighbour@example.com', devices: 1, declined: false }],
    },
    '/api/notifications/messages': {
      messages: [
        messageOf(),
        messageOf({ id: 2, severity: 'warning', subject: 'Pond is too warm', deliveries: [] }),
        messageOf({ id: 3, subject: 'Not acknowledged: Tank is empty', deliveries: passedOn }),
      ],
      more: true,
    },
    '/api/access-tokens': [accessTokenOf(), accessTokenOf({ id: 2, name: 'Old script', expiresAt: dayAgo })],
    '/api/identities': [identityOf()],
    '/api/second-step': twoFactorOf({
      totp: { since: dayAgo },
      recoveryCodesLeft: 2,
      passkeys: [passkeyOf({ backedUp: true })],
    }),
  });
  await openAs(page, user, '/profile');
  await section(page, 'Passkeys').getByText('never used').waitFor();
  await section(page, 'Linked logins').getByText('somebody@example.com').waitFor();
}

/** Chooses a service in the dialog that adds one. */
async function chooseService(page: Page, name: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Service$/ })
    .click();
  await page.getByRole('option', { name }).click();
}

/** Replies with what a chat is joined by. */
const stubJoining = (page: Page, service: string, json: object) =>
  page.route(`**/api/chats/${service}/join`, (route) =>
    route.fulfill({ status: 201, json: { ...json, expiresAt: Date.now() + 600_000 } }),
  );

async function openSetUp(page: Page): Promise<string> {
  await openAs(page, await visitor(), '/profile#two-step');
  await section(page, 'Two-factor authentication').getByRole('button', { name: 'Set up', exact: true }).click();
  return (await page.getByRole('dialog').locator('code').textContent()) ?? '';
}

/** Somebody whose password is not enough stands before the two-factor step. */
async function openTwoFactor(page: Page): Promise<void> {
  const user = await visitor();
  const { secret } = (await user.api('POST', '/api/second-step/totp')) as { secret: string };
  await user.api('POST', '/api/second-step/totp/confirm', { code: totpAt(secret, Date.now()) });
  await page.goto(`${site()}/auth/login`);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('Code from the app').waitFor();
}

async function openPlan(page: Page, user: User, { plan = planOf(), sizes = deviceSizesOf(0) } = {}): Promise<void> {
  await stubLogin(page, { '/api/config': services, '/api/plan': plan, '/api/stored-history': { sizes } });
  await openAs(page, user, '/bill');
  await section(page, 'Your usage').waitFor();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** What seven devices take, one of which is new and one of which has a long name. */
function manySizes() {
  const sizes = deviceSizesOf(7);
  const [first, ...others] = sizes.devices;
  return {
    ...sizes,
    newDevices: 1,
    devices: sizes.devices.map((device) =>
      device === first
        ? { ...device, name: 'เรือนเพาะชำต้นกล้าหลังบ้านคุณยายริมคลอง', bytes: 1.24e9, yearBytes: 12.4e9 }
        : device === others.at(-1)
          ? { ...device, yearBytes: null }
          : device,
    ),
  };
}

const claimOf = (id: number, state: 'open' | 'disputed') => ({
  id,
  state,
  espid: `ESP32-D0WDQ6-100_28abcde${id}`,
  openedAt: Date.now() - 86_400_000,
  decidesAt: Date.now() + 2 * 86_400_000,
  holder: 'a-rather-long-address@greenhouses.example.com',
  claimant: 'bob@example.com',
  holderSeenAt: state === 'open' ? null : Date.now() - 3_600_000,
  holderOnline: false,
  claimantOnline: true,
});

const serverProblems: ServerStatus['problems'] = [
  {
    part: 'storage',
    severity: 'failing',
    urgent: true,
    since: Date.now() - 60_000,
    text: 'Nothing can be stored: the database is read-only.',
    reason: 'storage_failing',
    values: { cause: 'read_only', spooled: 1 },
  },
  {
    part: 'disk',
    severity: 'warning',
    urgent: true,
    since: Date.now() - 600_000,
    text: 'The disk of the data folder is 83 % full: 17.0 GB are free.',
    reason: 'disk_filling',
    values: { disk: 'data folder', percent: 83, freeBytes: 17e9 },
  },
];

const systemErrors: SystemReport['errors'] = [
  { level: 'warning', text: 'An idle database connection was lost', part: 'database', count: 12, lastAt: Date.now() },
];

const linked = linkedServerOf().link;
const servers = [
  servingServerOf({ version: '0.2.0' }),
  linkedServerOf({ name: 'greenhouse-office-02' }),
  linkedServerOf({
    name: 'barn-3',
    link: linked && { ...linked, boards: 0, clockAheadMs: 65_000, isClockOff: true, isDrained: true },
  }),
  linkedServerOf({ name: 'barn-4', address: null, link: null }),
];

/** An administrator of a server with two people. */
async function openAdmin(page: Page, path: string): Promise<void> {
  const user = await newUser();
  const [ann, bob] = [adminUserOf({ id: 1, email: user.email, member: 'admin' }), adminUserOf()];
  const old = adminUserOf({ id: 3, email: 'a-rather-long-address@greenhouses.example.com', state: 'disabled' });
  await stubLogin(page, {
    '/api/config': services,
    '/api/auth/session': { email: user.email, member: 'admin', name: null, timeZone: null },
    '/api/profile': profileOf({ email: user.email, member: 'admin', timeZone: 'Asia/Bangkok' }),
    '/api/admin/users': { users: [ann, bob, old], total: 3, next: null },
    '/api/admin/audit': {
      entries: [auditEntryOf(), auditEntryOf({ id: 2, action: 'sessions.ended', details: { sessions: 2 } })],
      next: null,
    },
    '/api/admin/server': serverStatusOf({ ready: false, problems: serverProblems }),
    '/api/admin/system': systemReportOf({ errors: systemErrors, servers }),
    '/api/admin/system/samples': systemSamplesOf(),
    '/api/admin/stored-history': { sizes: { ...adminDeviceSizesOf(7), addedBytes: 90e9 } },
    '/api/admin/server/load': { delay: { p50Ms: 0.3, p99Ms: 34, maxMs: 812 }, slowForMinutes: 7 },
    '/api/admin/backups': backupsOf({
      running: { startedAt: Date.UTC(2026, 0, 2), progress: { phase: 'copying', done: 40, all: 100 } },
    }),
    '/api/admin/claims': [claimOf(1, 'disputed'), claimOf(2, 'open')],
  });
  const logs = logReplies([logFileOf('server.2026-01-02.1.log', 2_000)]);
  for (const [name, reply] of Object.entries(logs)) {
    await page.route(
      (url) => `GET ${url.pathname}` === name,
      (route) => route.fulfill({ json: reply({ query: new URL(route.request().url()).searchParams }) }),
    );
  }
  await openAs(page, { ...user, member: 'admin' }, path);
}

/** What belongs to accounts, their plans, and their administrators. */
export const accountsViews: readonly PageView[] = [
  { name: 'profile with everything', open: openProfile },
  {
    name: 'notifications of a new account, and the form that adds a service',
    async open(page, _boards, check) {
      await openAs(page, await visitor(), '/profile#passkeys');
      await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      await check('a passkey is added');
      await closeDialog(page);
      await section(page, 'Messages').getByText('No messages yet.', { exact: false }).waitFor();
      await section(page, 'Contacts').getByRole('button', { name: 'Add a service' }).click();
      await chooseService(page, 'Telegram');
      await page.getByText('@BotFather', { exact: false }).waitFor();
      await check('a chat is to be connected on a server without a bot');
      await chooseService(page, 'LINE');
      await page.getByText('LINE Official Account Manager', { exact: false }).waitFor();
      await check('a LINE chat is to be connected on a server without an official account');
      await chooseService(page, 'Discord');
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByText('Type an address that begins with https://.').waitFor();
    },
  },
  {
    name: 'a LINE chat is being connected',
    async open(page, _boards, check) {
      await stubLogin(page, { '/api/chats': chatsOf({}, { configured: true, name: '@123abcde', problem: null }) });
      const text = 'connect 7KDM-Q9XT-P2HF';
      await stubJoining(page, 'telegram', { link: `https://t.me/farm_bot?start=${'A'.repeat(43)}`, byHand: null });
      await stubJoining(page, 'line', {
        link: `https://line.me/R/oaMessage/%40123abcde/?${encodeURIComponent(text)}`,
        byHand: { link: 'https://line.me/R/ti/p/%40123abcde', text },
      });
      await openAs(page, await visitor(), '/profile#contacts');
      const addService = section(page, 'Contacts').getByRole('button', { name: 'Add a service' });
      await addService.click();
      await chooseService(page, 'Telegram');
      await page.getByRole('button', { name: 'Connect Telegram' }).click();
      await page.getByText('Waiting for your chat', { exact: false }).waitFor();
      await check('a chat is being connected');
      await closeDialog(page);
      await addService.click();
      await chooseService(page, 'LINE');
      await page.getByRole('button', { name: 'Connect LINE' }).click();
      await page.getByText('Waiting for your chat', { exact: false }).waitFor();
    },
  },
  {
    name: 'two-step log-in, step 3 with a reminder',
    async open(page, _boards, check) {
      const secret = await openSetUp(page);
      await check('two-step log-in, step 1');
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByLabel('Code from the app').fill('000000');
      await page.getByText(/^This code is wrong/).waitFor();
      await check('two-step log-in, step 2 with a wrong code');
      await page.getByLabel('Code from the app').fill(totpAt(secret, Date.now()));
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Save the codes, then').waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'log-in with passkeys and services, one of which does not answer',
    async open(page, _boards, check) {
      await page.route('**/api/auth/oidc/finish', (route) =>
        route.fulfill({ status: 400, json: { code: 'cancelled', error: 'You did not allow Example ID to answer.' } }),
      );
      await page.goto(`${site()}/auth/callback?state=s&error=access_denied`);
      await page.getByRole('heading', { name: 'Login cancelled' }).waitFor();
      await check('a log-in at another service that was cancelled');
      await stubLogin(page, { '/api/config': services });
      await page.route('**/api/auth/oidc/start', (route) =>
        route.fulfill({ status: 503, json: { code: 'unavailable', error: 'Example ID does not answer.' } }),
      );
      await page.goto(`${site()}/auth/login`);
      await page.getByRole('button', { name: 'Continue with Example ID' }).click();
      await page.getByRole('alert').waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'second step with a recovery code',
    async open(page, _boards, check) {
      await openTwoFactor(page);
      await check('second step');
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'plan of somebody with many devices, all of which are listed by what they take',
    async open(page, _boards, check) {
      const user = await newUser();
      await openPlan(page, user);
      await check('free plan with nothing used');
      const paused = [
        { espid: 'a', name: 'Board 6' },
        { espid: 'b', name: 'เรือนเพาะชำต้นกล้าหลังบ้านคุณยายริมคลอง' },
      ];
      const use = planOf().use.map((part) => ({ ...part, used: part.allowed ?? 0 }));
      await openPlan(page, user, { plan: planOf({ paused, use }), sizes: manySizes() });
      await check('plan with paused devices');
      await openPlan(page, user, { sizes: manySizes() });
      await page.getByRole('button', { name: 'Show all 7' }).click();
      await expect(page.getByRole('table', { name: 'Stored history of your devices' }).getByRole('row')).toHaveCount(8);
    },
  },
  {
    name: 'a claim of a board being decided',
    async open(page, _boards, check) {
      await openAdmin(page, '/admin/logs?level=error&line=999');
      await page.locator('.log-detail').waitFor();
      await check('logs with an open line');
      await visit(page, '/admin/audit');
      const entry = page.getByRole('listitem').filter({ hasText: 'Disabled the account' });
      await entry.getByText('Disabled the account').click();
      await entry.getByText('Sends spam').waitFor();
      await page.mouse.move(0, 0);
      await check('audit log with an open entry');
      await visit(page, '/admin/backups');
      await page.getByText('Not checked').waitFor();
      await check('backups, one of them under way and one not checked');
      await visit(page, '/admin/users');
      await page.getByRole('row').filter({ hasText: 'bob@example.com' }).waitFor();
      await check('users');
      await page.getByRole('button', { name: 'bob@example.com', exact: true }).click();
      await page.getByRole('dialog').getByText('Disabled the account').first().waitFor();
      await check('details of a user');
      await closeDialog(page);
      await page.getByRole('button', { name: 'Actions for bob@example.com' }).click();
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await page.getByRole('alertdialog').waitFor();
      await check('a user is disabled');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await visit(page, '/admin/claims');
      await page.getByText('Needs a decision').waitFor();
      await check('claims of boards');
      await page.getByRole('button', { name: 'Transfer to claimant' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'a server that is slow and cannot store',
    async open(page) {
      await openAdmin(page, '/admin/server');
      await page.getByText('slow for 7 minutes').waitFor();
      const texts = [
        'LINE accepts the access token.',
        'LINE reaches this server, but LINE_BOT_CHANNEL_SECRET is not the channel secret of the official account. Copy it from “Basic settings” in the LINE Developers Console.',
      ];
      await page.route('**/api/admin/chats/line/test', (route) =>
        route.fulfill({
          json: {
            ...{ service: 'line', configured: true, name: '@123abcde' },
            results: texts.map((text, index) => ({ ok: index === 0, text })),
          },
        }),
      );
      await page.route('**/api/admin/chats/telegram/test', (route) =>
        route.fulfill({ json: { service: 'telegram', configured: false, name: null, results: [] } }),
      );
      await page.getByRole('button', { name: 'Test LINE' }).click();
      await page.getByRole('button', { name: 'Test Telegram' }).click();
      await page.getByText('Does not work').waitFor();
      await page.getByText('@BotFather', { exact: false }).waitFor();
    },
  },
];
