import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { confirmBy, type MailServer, startMailServer } from './support/mail.ts';
import { type Product, startProduct } from './support/product.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
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

/** Shares over the API, for journeys that are about what comes after it. */
async function share(from: User, to: User, espid: string, wish: { role: string; expiresAt?: number | null }) {
  await from.api('POST', deviceApi(espid, '/shares'), { email: to.email, expiresAt: null, ...wish });
  const { offers } = (await to.api('GET', '/api/offers')) as { offers: { id: number }[] };
  for (const { id } of offers) await to.api('POST', `/api/offers/${id}/accept`, {});
}

test('a device is shared, operated by a friend, and taken back while both look on', async ({
  page,
  browser,
  boards,
}) => {
  test.setTimeout(180_000);
  const ann = await person('ann');
  const ben = await person('ben');
  const board = await ann.board({ name: 'Greenhouse', family: 'esp8266' });
  boards.push(board);
  const { espid } = board;
  await ann.api('PUT', deviceApi(espid, '/outputs/D1'), {
    mode: 'digit',
    name: 'Exhaust fan',
    locked: false,
    momentaryMs: null,
  });
  const friend = await browserOf(browser, ben);
  await expect(friend.getByRole('heading', { name: 'All devices' })).toBeVisible();
  await expect(friend.getByRole('heading', { name: 'Shared Devices' })).toBeHidden();

  await test.step('the owner invites by e-mail', async () => {
    await openAs(page, ann, devicePage(espid, 'Sharing'));
    await expect(page.getByText('Only you see this device.')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect(page.getByText('Type the e-mail address of whom you invite.')).toBeVisible();
    await page.getByLabel('E-mail').fill(ben.email);
    await page.getByText('Operator', { exact: true }).click();
    await expect(page.getByText('switches outputs and sends events')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: ben.email });
    await expect(row).toContainText('Invited');
    await expect(page.getByText('Shared with 1 of 2 people.')).toBeVisible();
    await expect
      .poll(() => mail.mailsTo(ben.email).join())
      .toContain('wants to share the device "Greenhouse" with you');
  });

  await test.step('the friend sees the offer at once and accepts', async () => {
    const offer = friend.getByRole('list', { name: 'Offers to you' });
    await expect(offer).toContainText(`${ann.email} wants to share Greenhouse with you as operator`);
    expect(await axeFindings(friend)).toEqual([]);
    await offer.getByRole('button', { name: 'Accept Greenhouse' }).click();
    await expect(friend.getByRole('heading', { name: 'Shared with me' })).toBeVisible();
    await expect(offer).toBeHidden();
    const menu = friend.getByRole('region', { name: 'Shared Devices' });
    await expect(menu.getByRole('link', { name: /Greenhouse/ })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: ben.email })).not.toContainText('Invited');
    expect(await axeFindings(friend)).toEqual([]);
  });

  await test.step('live values come, and only the tabs of an operator', async () => {
    const card = friend.getByRole('article', { name: 'Greenhouse' });
    await expect(card).toContainText('Online');
    await card.getByRole('link', { name: 'Greenhouse' }).click();
    await expect(friend.getByText(`Shared by ${ann.email}, you are operator`)).toBeVisible();
    const value = friend.locator('.value-card').first();
    const before = await value.textContent();
    await expect(value).not.toHaveText(before ?? '');
    const tabs = friend.getByRole('navigation', { name: 'Device pages' });
    await expect(tabs.getByRole('link')).toHaveText([
      'Overview',
      'Dashboard',
      'History',
      'Control',
      'Automation',
      'Alerts',
      'Sharing',
    ]);
  });

  await test.step('the friend switches, with a receipt, and the owner sees who', async () => {
    await friend.goto(product.http + devicePage(espid, 'Control'));
    const fan = friend.getByRole('switch', { name: 'Exhaust fan' });
    await expect(fan).toBeEnabled();
    await expect(friend.getByRole('button', { name: /^Set up/ })).toHaveCount(0);
    await fan.click();
    await expect(fan).toBeChecked();
    await expect(friend.getByText(/^done, \d+ ms$/).first()).toBeVisible();
    const switched = page.getByRole('list', { name: 'Who switched what' });
    await expect(switched).toContainText('Exhaust fan on');
    await expect(switched).toContainText(`by ${ben.email}`);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Who looked' })).toContainText(ben.email);
  });

  await test.step('a smaller role takes the switch away while it is on the screen', async () => {
    await page.getByRole('button', { name: `Change what ${ben.email} may do` }).click();
    await page.getByRole('dialog').getByText('Viewer', { exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(friend.getByRole('switch', { name: 'Exhaust fan' })).toBeDisabled();
    await expect(friend.getByText(`${ann.email} can make you an operator.`)).toBeVisible();
    expect(await axeFindings(friend)).toEqual([]);
  });

  await test.step('the end of it is told at once, without a page of an error', async () => {
    await page.getByRole('button', { name: `Stop sharing with ${ben.email}` }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
    await expect(friend.getByRole('heading', { name: 'Greenhouse is no longer shared with you' })).toBeVisible();
    await expect(friend.getByRole('region', { name: 'Shared Devices' })).toBeHidden();
    await friend.getByRole('link', { name: 'All devices' }).last().click();
    await expect(friend.getByRole('heading', { name: 'All devices' })).toBeVisible();
    await friend.goto(product.http + devicePage(espid, 'Overview'));
    await expect(friend.getByRole('heading', { name: 'There is no such device' })).toBeVisible();
  });
  await friend.context().close();
});

/** Tabs that look different to somebody who may not change anything on them. */
const changedByRole = ['Dashboard', 'Control', 'Automation', 'Sharing'];

test('somebody without an account signs up from the mail and finds the offer', async ({ page, boards }) => {
  const ann = await person('ann');
  const board = await ann.board({ name: 'Aquarium' });
  boards.push(board);
  const email = `new+${process.pid}@example.com`;
  await ann.api('POST', deviceApi(board.espid, '/shares'), { email, role: 'viewer', expiresAt: null });
  const signUp = /https?:\/\/\S+mode=signup#email=[\w%.-]+/;
  await expect.poll(() => mail.mailsTo(email).join()).toMatch(signUp);
  await page.goto(signUp.exec(mail.mailsTo(email).join())?.[0] ?? '');
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await page.goto(await mail.linkTo(email, '/auth/confirmEmail'));
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Offers to you' })).toContainText('wants to share Aquarium with you');
});

test('each role finds what it may do, and nothing that answers with a refusal', async ({ page, boards }) => {
  test.setTimeout(180_000);
  const ann = await person('ann');
  const ben = await person('ben');
  const board = await ann.board({ name: 'Pump house', family: 'esp32' });
  boards.push(board);
  const { espid } = board;
  await share(ann, ben, espid, { role: 'manager' });
  await openAs(page, ben, devicePage(espid, 'Settings'));
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });

  await test.step('a manager sets up, and finds nothing of the owner alone', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Pump house 2');
    await page
      .getByRole('button', { name: /^(Save|Rename)/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Pump house 2', level: 1 })).toBeVisible();
    for (const title of ['Tags', 'Notes', 'Copy settings', 'Delete this device']) {
      await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(0);
    }
    await page.getByRole('link', { name: 'Firmware', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Restart the board' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Wipe settings' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Console', exact: true }).click();
    await expect(page.getByRole('log')).toContainText('connected from');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByRole('button', { name: /^(Edit|Start with an empty one)$/ }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Automation', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Add automation' })).toBeVisible();
  });

  await test.step('a viewer looks at every tab', async () => {
    const { shares } = (await ann.api('GET', deviceApi(espid, '/shares'))) as { shares: { id: number }[] };
    await ann.api('PATCH', deviceApi(espid, `/shares/${shares[0]?.id}`), { role: 'viewer' });
    await expect(page.getByRole('button', { name: 'Add automation' })).toHaveCount(0);
    for (const tab of ['Overview', 'Dashboard', 'History', 'Control', 'Automation', 'Alerts', 'Sharing']) {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await expect(page.getByRole('navigation', { name: 'Device pages' }).locator('[aria-current]')).toHaveText(tab);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      if (changedByRole.includes(tab)) expect(await axeFindings(page)).toEqual([]);
    }
    await expect(page.getByText(`${ann.email} shares this device with you.`)).toBeVisible();
    await page.goto(product.http + devicePage(espid, 'Console'));
    await expect(page.getByRole('heading', { name: 'Console is for managers' })).toBeVisible();
  });

  await test.step('and leaves', async () => {
    await page.getByRole('link', { name: 'Sharing', exact: true }).click();
    await page.getByRole('button', { name: 'Leave this device' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('You left Pump house 2')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Shared Devices' })).toHaveCount(0);
  });
  expect(refused).toEqual([]);
});

test('a share ends by itself while its page is open', async ({ page, boards }) => {
  const ann = await person('ann');
  const ben = await person('ben');
  const board = await ann.board({ name: 'Cold room' });
  boards.push(board);
  await share(ann, ben, board.espid, { role: 'viewer', expiresAt: Date.now() + 8_000 });
  await openAs(page, ben, devicePage(board.espid, 'Overview'));
  await expect(page.getByText(`Shared by ${ann.email}, you are viewer`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cold room is no longer shared with you' })).toBeVisible({
    timeout: 20_000,
  });
});

test('a device changes hands', async ({ page, browser, boards }) => {
  const ann = await person('ann');
  const ben = await person('ben');
  const board = await ann.board({ name: 'Main meter', kit: 'power' });
  boards.push(board);
  const { espid } = board;
  const friend = await browserOf(browser, ben, '/profile');
  await expect(friend.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await openAs(page, ann, devicePage(espid, 'Sharing'));
  await page.getByRole('button', { name: 'Transfer ownership' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('E-mail of the new owner').fill(ben.email);
  await expect(dialog.getByRole('button', { name: 'Offer it' })).toBeDisabled();
  await dialog.getByLabel('Type the id of the board').fill(espid);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Offer it' }).click();
  await expect(page.getByText(`Offered to ${ben.email}`)).toBeVisible();
  expect(mail.mailsTo(ben.email).join()).toContain('Main meter');

  await friend.getByText(`${ann.email} wants to give you Main meter`).waitFor();
  await friend.getByRole('button', { name: 'Show', exact: true }).click();
  await friend.getByRole('button', { name: 'Accept Main meter' }).click();
  await expect(friend.getByText('Main meter is yours')).toBeVisible();
  await expect(friend.getByRole('heading', { name: 'Shared with me' })).toHaveCount(0);
  await expect(friend.getByRole('article', { name: 'Main meter' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Main meter is no longer yours' })).toBeVisible();
  await friend.context().close();
});

test('the plan says with how many people', async ({ page, boards }) => {
  const ann = await person('ann');
  const board = await ann.board({ name: 'Nursery' });
  boards.push(board);
  for (const name of ['one', 'two']) {
    await ann.api('POST', deviceApi(board.espid, '/shares'), {
      email: `${name}-${process.pid}@example.com`,
      role: 'viewer',
      expiresAt: Date.now() + 86_400_000,
    });
  }
  await openAs(page, ann, devicePage(board.espid, 'Sharing'));
  await expect(page.getByText('2 of 2 people; your plan has room for no more.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite somebody' })).toBeDisabled();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await fitsWidth(page)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  }
  await page.getByRole('button', { name: /^Take the invitation of one-/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Shared with 1 of 2 people.')).toBeVisible();
});
