import type { Page } from '@playwright/test';
import { expect } from '../support/test.ts';
import { closeDialog, newUser, openAs, product, sessionKnown, type User, visit } from '../support/users.ts';
import type { PageView } from './view.ts';

type Boards = Parameters<PageView['open']>[1];

const deviceApi = (espid: string, part = '') => `/api/device/${encodeURIComponent(espid)}${part}`;
const devicePage = (espid: string, tab: string) => `/device/${encodeURIComponent(espid)}/${tab}`;
const dayMs = 86_400_000;
const gate = { kind: 'output', pin: 'D1', mode: 'digit' };

/** A page of nobody in particular, when its title can be seen. */
async function openGuestPage(page: Page, path: string) {
  await page.goto(product.http + path);
  await expect(page.getByRole('heading').first()).toBeVisible();
}

/** Opens a tab of the device whose page is open, by its link. */
const openTab = async (page: Page, name: string) => {
  const link = page.getByRole('navigation', { name: 'Device pages' }).getByRole('link', { name, exact: true });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
};

/** Somebody with a board that has sent its values, and an output that is called Gate. */
async function newOwner(boards: Boards): Promise<{ user: User; espid: string }> {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', family: 'esp8266', kit: 'soil', intervalMs: 2_000 });
  boards.push(board);
  const { espid } = board;
  await user.api('PUT', deviceApi(espid, '/outputs/D1'), {
    mode: 'digit',
    name: 'Gate',
    locked: false,
    momentaryMs: null,
  });
  const seen = async () => (await user.api('GET', '/api/device/')) as { variables: unknown[] }[];
  await expect.poll(async () => (await seen())[0]?.variables.length).toBeGreaterThan(3);
  return { user, espid };
}

/** A friend with whom the board of `newOwner` is shared; `accepts: false` leaves the offer open. */
async function newFriend(boards: Boards, role: string, { accepts = true } = {}) {
  const { user: owner, espid } = await newOwner(boards);
  const friend = await newUser();
  await owner.api('POST', deviceApi(espid, '/shares'), { email: friend.email, role, expiresAt: Date.now() + dayMs });
  if (accepts) await acceptAll(friend);
  return { owner, friend, espid };
}

async function acceptAll(user: User) {
  const { offers } = (await user.api('GET', '/api/offers')) as { offers: { id: number }[] };
  for (const { id } of offers) await user.api('POST', `/api/offers/${id}/accept`, {});
}

/** A dashboard of the board, whose number it returns; its names hold what would be markup. */
async function withDashboard(user: User, espid: string): Promise<number> {
  const place = { y: 0, width: 4, height: 4 };
  const widgets = [
    { ...place, id: 'temp', x: 0, content: { type: 'value', title: 'Soil', key: 'temp' } },
    { ...place, id: 'day', x: 4, content: { type: 'chart', title: 'Last hour', keys: ['temp'], minutes: 60 } },
    { ...place, id: 'gate', x: 8, content: { type: 'switch', title: 'Gate', target: gate } },
    { ...place, id: 'text', x: 0, y: 4, content: { type: 'text', title: 'Note', text: '**Rows**', keys: [] } },
  ];
  const api = deviceApi(espid, '/dashboard');
  type ResponseBody = { dashboard: { id: number; version: number } | null };
  const read = async () => ((await user.api('GET', api)) as ResponseBody).dashboard;
  // The board announces a template, of which the first dashboard is made.
  await expect.poll(read).not.toBeNull();
  const basedOn = (await read())?.version ?? null;
  const request = { name: '<b>Greenhouse</b>', widgets, basedOn };
  const { dashboard } = (await user.api('PUT', `${api}/widgets`, request)) as { dashboard: { id: number } };
  return dashboard.id;
}

async function newLinkTo(user: User, dashboardId: number): Promise<string> {
  const request = { name: 'Wall', expiresAt: null, exposed: ['gate'], origins: [], password: null };
  return ((await user.api('POST', `/api/dashboards/${dashboardId}/links`, request)) as { token: string }).token;
}

async function newPassOf(user: User, espid: string, more: object = {}): Promise<string> {
  const request = {
    name: 'Anna from next door',
    title: 'Garden gate',
    target: gate,
    offers: [{ value: '1', label: 'Open' }],
    uses: 3,
    from: null,
    until: Date.now() + dayMs,
    ...more,
  };
  return ((await user.api('POST', deviceApi(espid, '/passes'), request)) as { token: string }).token;
}

/** Pages that are loaded one after the other, up to the one that the view has its name of. */
const pagesUpTo = (last: string, before: readonly string[]): PageView => ({
  name: last,
  async open(page, _boards, check) {
    for (const path of before) {
      await openGuestPage(page, path);
      await check(path);
    }
    await openGuestPage(page, last);
  },
});

const guestViews: readonly PageView[] = [
  pagesUpTo('/no/such/page', [
    '/auth/login',
    '/auth/login?setup=ABCD-EFGH',
    '/auth/login?mode=signup',
    // What differs from the page before in its hash alone would not be loaded.
    '/auth/reset-password',
    '/auth/keep',
    '/auth/reset-password#token=x',
    '/auth/keep#token=x',
    '/auth/confirmEmail',
    '/auth/confirmEmail/failed',
    '/auth/confirmEmail/resentfailed',
    '/auth/restore',
    '/line-oauth-callback',
    '/auth/access',
    '/auth/error',
  ]),
];

const accountViews: readonly PageView[] = [
  {
    name: 'the devices, one with a long name in Thai',
    async open(page, boards) {
      const { user } = await newOwner(boards);
      boards.push(await user.board({ name: 'เรือนเพาะชำต้นกล้าหลังบ้านคุณยายริมคลอง', intervalMs: 2_000 }));
      await openAs(page, user);
      await expect(page.getByRole('article', { name: 'เรือนเพาะชำต้นกล้าหลังบ้านคุณยายริมคลอง' })).toBeVisible();
    },
  },
  {
    name: 'Add device, with the number of boards that may join',
    async open(page, _boards, check) {
      await openAs(page, await newUser(), '/alerts');
      await expect(page.getByRole('heading', { name: 'No open alerts' })).toBeVisible();
      await check('the page of alerts, without any');
      await visit(page, '/dashboard');
      await expect(page.getByRole('heading', { name: 'No dashboards yet' })).toBeVisible();
      await check('no dashboards yet');
      await visit(page, '/scenes');
      await expect(page.getByRole('link', { name: 'Show devices' })).toBeVisible();
      await check('the page of scenes, without any device');
      await visit(page, '/profile');
      await page.getByRole('button', { name: 'New token' }).click();
      await expect(page.getByRole('heading', { name: 'New access token' })).toBeVisible();
      await check('the question New access token');
      await closeDialog(page);
      await page.getByRole('button', { name: 'Delete account…' }).click();
      await expect(page.getByRole('heading', { name: 'Delete your account?' })).toBeVisible();
      await check('the question Delete your account?');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await visit(page, '/device');
      await page.getByRole('button', { name: 'Add device' }).first().click();
      await expect(page.getByText('Waiting for your board')).toBeVisible();
      await check('the sheet to add a device');
      const number = page.getByRole('button', { name: /Number of boards/ });
      await number.scrollIntoViewIfNeeded();
      await number.click();
      await expect(page.getByRole('option', { name: '200' })).toBeVisible();
    },
  },
  {
    name: 'a session that ended',
    async open(page) {
      const user = await newUser();
      const known = sessionKnown(page);
      await openAs(page, user, '/profile');
      await known;
      await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeVisible();
      await user.api('POST', '/api/auth/logout');
      await expect(page.getByRole('heading', { name: 'Your session ended' })).toBeVisible();
    },
  },
  {
    name: 'the tab Settings of a board that is offline',
    async open(page, boards, check) {
      const { user, espid } = await newOwner(boards);
      await Promise.all(boards.map((board) => board.stop()));
      await openAs(page, user, devicePage(espid, 'Overview'));
      for (const tab of ['Overview', 'Control', 'Console', 'Settings']) {
        if (tab !== 'Overview') await openTab(page, tab);
        await expect(page.getByRole('heading', { name: 'Greenhouse 1', level: 1 })).toBeVisible();
        await expect(page.getByRole('banner').getByText('Offline', { exact: true })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        if (tab !== 'Settings') await check(`the tab ${tab} of a board that is offline`);
      }
    },
  },
];

const sharingViews: readonly PageView[] = [
  {
    name: 'the question before sharing stops',
    async open(page, boards, check) {
      const { owner, friend, espid } = await newFriend(boards, 'manager');
      await owner.api('POST', deviceApi(espid, '/shares'), {
        email: 'invited@example.com',
        role: 'viewer',
        expiresAt: null,
      });
      await newLinkTo(owner, await withDashboard(owner, espid));
      await newPassOf(owner, espid);
      // The servers of the run have plans without a limit.
      await page.route('**/api/device/*/shares', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), limit: 2 } });
      });
      await openAs(page, owner, devicePage(espid, 'Sharing'));
      await expect(page.getByText('Your plan allows 2 people.', { exact: false })).toBeVisible();
      await expect(page.getByText('0 of 3 uses')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Revoke the link Wall' })).toBeVisible();
      await check('the tab Sharing of the owner, with everything that can be shared and a plan that is full');
      await page.getByRole('button', { name: `Stop sharing with ${friend.email}` }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'the form of a public link',
    async open(page, boards, check) {
      const { user, espid } = await newOwner(boards);
      await withDashboard(user, espid);
      await openAs(page, user, devicePage(espid, 'Sharing'));
      await expect(page.getByText('Only you see this device.')).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await check('the tab Sharing of a device that nobody else sees');
      await page.getByRole('button', { name: 'Invite someone' }).click();
      await page.getByRole('dialog').getByText('Operator', { exact: true }).click();
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(page.getByText('Enter the e-mail address of the person to invite.')).toBeVisible();
      await check('the form that invites somebody, with a problem');
      await closeDialog(page);
      await page.getByRole('button', { name: 'Transfer ownership' }).click();
      await page.getByRole('alertdialog').getByLabel('Type the id of the board').fill(espid);
      await expect(page.getByRole('button', { name: 'Offer transfer' })).toBeEnabled();
      await check('the form that gives a device to somebody else');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await page.getByRole('region', { name: 'Guest passes' }).getByRole('button', { name: 'New pass' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create pass' }).click();
      await expect(page.getByText('Enter who the pass is for.')).toBeVisible();
      await check('the form of a guest pass, with a problem');
      await closeDialog(page);
      await page.getByRole('region', { name: 'Public links' }).getByRole('button', { name: 'New link' }).click();
      await page.getByRole('dialog').getByLabel('Gate').check();
    },
  },
  {
    name: 'an offer, and what others share',
    async open(page, boards) {
      const { owner, friend } = await newFriend(boards, 'operator');
      const other = await owner.board({ name: 'Pump house', intervalMs: 2_000 });
      boards.push(other);
      await owner.api('POST', deviceApi(other.espid, '/shares'), {
        email: friend.email,
        role: 'viewer',
        expiresAt: null,
      });
      await openAs(page, friend);
      await expect(page.getByRole('list', { name: 'Offers for you' })).toContainText('Pump house');
      await expect(page.getByRole('heading', { name: 'Shared with me' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Shared Devices' })).toBeAttached();
    },
  },
  {
    name: 'the tab Sharing of a viewer',
    async open(page, boards, check) {
      const { owner, friend, espid } = await newFriend(boards, 'viewer');
      await withDashboard(owner, espid);
      await openAs(page, friend, devicePage(espid, 'Dashboard'));
      for (const tab of ['Dashboard', 'Control', 'Automation', 'Sharing']) {
        if (tab !== 'Dashboard') await openTab(page, tab);
        await expect(page.getByText(`Shared by ${owner.email}, you are viewer`)).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        if (tab !== 'Sharing') await check(`the tab ${tab} of a viewer`);
      }
    },
  },
  {
    name: 'a guest pass',
    async open(page, boards, check) {
      const { user, espid } = await newOwner(boards);
      const token = await newLinkTo(user, await withDashboard(user, espid));
      await page.goto(`${product.http}/view/${token}`);
      await expect(page.getByRole('switch', { name: 'Gate' })).toBeVisible();
      await expect(page.locator('.dashboard-cell-value')).toHaveText(/\d/);
      await check('a dashboard behind a public link');
      await page.goto(`${product.http}/pass/${await newPassOf(user, espid)}`);
      await expect(page.getByRole('button', { name: 'Open' })).toBeEnabled();
    },
  },
];

const bare = { variables: [], outputs: [], events: [], template: null, intervalS: 5 };

const codeViews: readonly PageView[] = [
  {
    name: 'a project whose board differs from it',
    async open(page, boards) {
      const { user, espid } = await newOwner(boards);
      const id = await newProject(user, { type: 'kit', kit: 'relay_2ch' }, [espid]);
      await openAs(page, user, `/code/${id}`);
      await expect(page.getByRole('list', { name: 'Differences of Greenhouse 1' })).toBeVisible();
      await expect(page.getByRole('tabpanel')).toContainText('#include');
    },
  },
  {
    name: 'a sketch of one’s own with a problem',
    async open(page, _boards, check) {
      const user = await newUser();
      await newProject(user, { type: 'own', own: bare });
      await openAs(page, user, '/code');
      await expect(page.getByRole('link', { name: 'Weather mast', exact: true })).toBeVisible();
      await check('a list of projects');
      await visit(page, '/code/new');
      await page.getByText('Own setup', { exact: true }).click();
      for (const name of ['Add output', 'Add event', 'Add variable']) await page.getByRole('button', { name }).click();
      await page.getByRole('group', { name: 'Variable 1', exact: true }).getByLabel('Key').fill('1');
      await page.getByRole('switch', { name: /^Use a dashboard template/ }).check();
      await expect(page.getByRole('alert').first()).toBeVisible();
    },
  },
];

async function newProject(user: User, content: object, espids: string[] = []): Promise<number> {
  const setup = { board: 'esp32', host: 'iot.example.com', content };
  return ((await user.api('POST', '/api/projects', { name: 'Weather mast', setup, espids })) as { id: number }).id;
}

const docsViews: readonly PageView[] = [
  // Each kind once: the front, prose, wide tables, long code, the generated reference, Thai.
  pagesUpTo('/docs/th/start/install/', [
    '/docs/',
    '/docs/boards/connect/',
    '/docs/boards/troubleshooting/',
    '/docs/running/proxy/',
    '/docs/running/configuration/',
  ]),
  {
    name: 'what the search of the documentation finds',
    async open(page) {
      await page.goto(`${product.http}/docs/`);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox').fill('connection key');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
];

/** The pages of guests, of an account, of sharing in all its ways, of sketches, and of the documentation. */
export const appViews: readonly PageView[] = [
  ...guestViews,
  ...accountViews,
  ...sharingViews,
  ...codeViews,
  ...docsViews,
];
