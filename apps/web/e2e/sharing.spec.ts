import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { confirmBy, type MailServer, startMailServer } from './support/mail.ts';
import { type Product, startProduct } from './support/product.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

let mail: MailServer;
let product: Product;
let directory: string;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-sharing-'));
  mail = await startMailServer();
  product = await startProduct(directory, undefined, { SMTP_URL: mail.url, BILLING: 'manual' });
  await person('host', new URL(product.setup ?? '').searchParams.get('setup') ?? '');
});
test.afterAll(async () => {
  await product.stop();
  await mail.stop();
  await rm(directory, { recursive: true, force: true });
});

let serial = 0;

function person(name: string, setupCode?: string): Promise<User> {
  serial += 1;
  const confirm = confirmBy(mail, product.http);
  return newUser(product, { name: `${name}${serial}`, confirm, ...(setupCode && { setupCode }) });
}

/** A second browser, with another account. */
async function browserOf(browser: Browser, user: User, path?: string): Promise<Page> {
  const page = await (await browser.newContext({ timezoneId: 'Asia/Bangkok', locale: 'en-US' })).newPage();
  await openAs(page, user, path);
  return page;
}

const deviceApi = (espid: string, part = '') => `/api/device/${encodeURIComponent(espid)}${part}`;
const devicePage = (espid: string, tab: string) => `/device/${encodeURIComponent(espid)}/${tab}`;

/** So slow is a board that sends the input of a journey. */
const hourMs = 3_600_000;
/** What only a manager may change does not stand on the pages of others. */
const tabsOfAll = ['Overview', 'Dashboard', 'History', 'Control', 'Automation', 'Alerts', 'Sharing'];

test('a device is shared, operated by a friend, and revoked while both watch', async ({ page, browser, boards }) => {
  const ann = await person('ann');
  const ben = await person('ben');
  const board = await ann.board({ name: 'Greenhouse', family: 'esp8266', intervalMs: hourMs });
  boards.push(board);
  const { espid } = board;
  const fanSettings = { mode: 'digit', name: 'Exhaust fan', locked: false, momentaryMs: null };
  await ann.api('PUT', deviceApi(espid, '/outputs/D1'), fanSettings);
  const friend = await browserOf(browser, ben);
  const refused: string[] = [];
  friend.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  const tabs = friend.getByRole('navigation', { name: 'Device pages' });
  const openTab = (name: string) => tabs.getByRole('link', { name, exact: true }).click();
  const changeRole = async (role: string) => {
    await page.getByRole('button', { name: `Edit the access of ${ben.email}` }).click();
    await page.getByRole('dialog').getByText(role, { exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await expect(friend.getByRole('heading', { name: 'All devices' })).toBeVisible();
  await expect(friend.getByRole('heading', { name: 'Shared Devices' })).toBeHidden();

  await test.step('the owner invites by e-mail', async () => {
    await openAs(page, ann, devicePage(espid, 'Sharing'));
    await page.getByRole('button', { name: 'Invite someone' }).click();
    await page.getByLabel('E-mail').fill(ben.email);
    await page.getByText('Operator', { exact: true }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(page.getByRole('listitem').filter({ hasText: ben.email })).toContainText('Invited');
    await expect(page.getByText('Shared with 1 of 2 people')).toBeVisible();
    await expect
      .poll(() => mail.mailsTo(ben.email).join())
      .toContain('wants to share the device "Greenhouse" with you');
  });

  await test.step('the friend sees the offer at once and accepts', async () => {
    const offer = friend.getByRole('list', { name: 'Offers for you' });
    await expect(offer).toContainText(`${ann.email} wants to share Greenhouse with you. Your role: Operator`);
    await offer.getByRole('button', { name: 'Accept Greenhouse' }).click();
    await expect(friend.getByRole('heading', { name: 'Shared with me' })).toBeVisible();
    await expect(offer).toBeHidden();
    const menu = friend.getByRole('region', { name: 'Shared Devices' });
    await expect(menu.getByRole('link', { name: /Greenhouse/ })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: ben.email })).not.toContainText('Invited');
  });

  await test.step('live values come, and only the tabs of an operator', async () => {
    const card = friend.getByRole('article', { name: 'Greenhouse' });
    await expect(card).toContainText('Online');
    await card.getByRole('link', { name: 'Greenhouse' }).click();
    await expect(friend.getByText(`Shared by ${ann.email}, you are operator`)).toBeVisible();
    for (const temp of [21.5, 41.5]) {
      await sendValues(board, { temp });
      await expect(friend.locator('.value-card').first()).toContainText(String(temp));
    }
    await expect(tabs.getByRole('link')).toHaveText(tabsOfAll);
  });

  await test.step('the friend switches, with a receipt, and the owner sees who', async () => {
    await openTab('Control');
    const fan = friend.getByRole('switch', { name: 'Exhaust fan' });
    await expect(fan).toBeEnabled();
    await expect(friend.getByRole('button', { name: /^Set up/ })).toHaveCount(0);
    await fan.click();
    await expect(fan).toBeChecked();
    await expect(friend.getByText(/^done(, \d+ ms| after .+)$/).first()).toBeVisible();
    const switched = page.getByRole('list', { name: 'Command history' });
    await expect(switched).toContainText('Exhaust fan on');
    await expect(switched).toContainText(`by ${ben.email}`);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Recent views' })).toContainText(ben.email);
  });

  await test.step('a manager sets up, and finds nothing of the owner alone', async () => {
    await changeRole('Manager');
    await openTab('Settings');
    await friend.getByRole('textbox', { name: 'Name' }).fill('Greenhouse 2');
    await friend
      .getByRole('button', { name: /^(Save|Rename)/ })
      .first()
      .click();
    await expect(friend.getByRole('heading', { name: 'Greenhouse 2', level: 1 })).toBeVisible();
    for (const title of ['Tags', 'Notes', 'Copy settings', 'Delete this device'])
      await expect(friend.getByRole('heading', { name: title, exact: true })).toHaveCount(0);
    await openTab('Firmware');
    await expect(friend.getByRole('button', { name: 'Restart board' })).toBeVisible();
    await expect(friend.getByRole('button', { name: 'Wipe settings' })).toHaveCount(0);
    await openTab('Console');
    await expect(friend.getByRole('log')).toContainText('connected from');
    await openTab('Dashboard');
    await expect(friend.getByRole('button', { name: /^(Edit|Start empty)$/ }).first()).toBeVisible();
    await openTab('Automation');
    await expect(friend.getByRole('button', { name: 'Add automation' })).toBeVisible();
  });

  await test.step('a smaller role takes away at once what it does not allow', async () => {
    await changeRole('Viewer');
    await expect(friend.getByRole('button', { name: 'Add automation' })).toHaveCount(0);
    await expect(tabs.getByRole('link')).toHaveText(tabsOfAll);
    for (const tab of tabsOfAll) {
      await openTab(tab);
      await expect(tabs.locator('[aria-current]')).toHaveText(tab);
      await expect(friend.locator('[aria-busy="true"]')).toHaveCount(0);
    }
    await expect(friend.getByText(`${ann.email} shares this device with you.`)).toBeVisible();
    await openTab('Control');
    await expect(friend.getByRole('switch', { name: 'Exhaust fan' })).toBeDisabled();
    await expect(friend.getByText(`Ask ${ann.email} to make you an operator.`)).toBeVisible();
  });

  await test.step('the end of it is notified at once, without a page of an error', async () => {
    await page.getByRole('button', { name: `Stop sharing with ${ben.email}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
    await expect(friend.getByRole('heading', { name: 'Greenhouse 2 is no longer shared with you' })).toBeVisible();
    await expect(friend.getByRole('region', { name: 'Shared Devices' })).toBeHidden();
    await friend.getByRole('link', { name: 'All devices' }).last().click();
    await expect(friend.getByRole('heading', { name: 'All devices' })).toBeVisible();
  });
  expect(refused).toEqual([]);
  await friend.context().close();
});

test('somebody without an account signs up from the mail and finds the offer', async ({ page, boards }) => {
  const ann = await person('ann');
  const board = await ann.board({ name: 'Aquarium', intervalMs: 2_000 });
  boards.push(board);
  const email = `new+${process.pid}@example.com`;
  await ann.api('POST', deviceApi(board.espid, '/shares'), { email, role: 'viewer', expiresAt: null });
  const signup = /https?:\/\/\S+mode=signup#email=[\w%.-]+/;
  await expect.poll(() => mail.mailsTo(email).join()).toMatch(signup);
  await page.goto(signup.exec(mail.mailsTo(email).join())?.[0] ?? '');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await page.goto(await mail.linkTo(email, '/auth/confirmEmail'));
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Offers for you' })).toContainText('wants to share Aquarium with you');
});

test.describe('a transfer', () => {
  // What the page requests in the very moment in which the device goes is refused.
  test.use({ allowErrors: /status of 404/ });

  test('a device changes hands', async ({ page, browser, boards }) => {
    const ann = await person('ann');
    const ben = await person('ben');
    const board = await ann.board({ name: 'Main meter', kit: 'power', intervalMs: 2_000 });
    boards.push(board);
    const { espid } = board;
    const friend = await browserOf(browser, ben, '/profile');
    await expect(friend.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    await openAs(page, ann, devicePage(espid, 'Sharing'));
    await page.getByRole('button', { name: 'Transfer ownership' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByLabel('E-mail of the new owner').fill(ben.email);
    await expect(dialog.getByRole('button', { name: 'Offer transfer' })).toBeDisabled();
    await dialog.getByLabel('Type the id of the board to confirm').fill(espid);
    // The toast goes by itself, and must be waited for from the start.
    const toast = friend.getByRole('status').filter({ hasText: `${ann.email} wants to transfer Main meter to you` });
    const isVisible = toast.getByRole('button', { name: 'Show' }).click();
    await dialog.getByRole('button', { name: 'Offer transfer' }).click();
    await isVisible;
    await expect(page.getByText(`Offered to ${ben.email}`)).toBeVisible();
    await expect.poll(() => mail.mailsTo(ben.email).join()).toContain('Main meter');

    await friend.getByRole('button', { name: 'Accept Main meter' }).click();
    await expect(friend.getByText('Main meter is now yours')).toBeVisible();
    await expect(friend.getByRole('heading', { name: 'Shared with me' })).toHaveCount(0);
    await expect(friend.getByRole('article', { name: 'Main meter' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Main meter is no longer yours' })).toBeVisible();
    await friend.context().close();
  });
});
