import type { Page } from '@playwright/test';
import { everyWidget } from '../support/every-widget.ts';
import { saveDashboard } from '../support/saved-dashboard.ts';
import { expect } from '../support/test.ts';
import { closeDialog, newUser, openAs, type User, visit } from '../support/users.ts';
import type { PageView } from './view.ts';

type Boards = Parameters<PageView['open']>[1];
type Created = { id: number };

const intervalMs = 2_000;
const tile = (id: string, x: number, more: object = {}) => ({
  id,
  x,
  y: 0,
  width: 3,
  height: 2,
  ...more,
  content: { type: 'value', title: `Temperature ${id}`, key: 'temp' },
});
const fan = { type: 'switch', title: 'Fan', target: { kind: 'output', pin: '4', mode: 'digit' } };
const devicePage = (espid: string) => `/device/${encodeURIComponent(espid)}/Dashboard`;
const deviceApi = (espid: string, part = '') => `/api/device/${encodeURIComponent(espid)}${part}`;
const create = (user: User, body: object) =>
  user.api('POST', '/api/dashboards', { name: 'Farm', espids: [], ...body }) as Promise<Created>;
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();

/** Somebody with a board that has sent its values. */
async function newOwner(boards: Boards, kit: 'climate' | 'air' = 'climate') {
  const user = await newUser();
  const board = await user.board({ kit, name: 'Greenhouse with a name that is rather long for a phone', intervalMs });
  boards.push(board);
  const seen = async () => (await user.api('GET', '/api/device/')) as { variables: unknown[] }[];
  await expect.poll(async () => (await seen())[0]?.variables.length).toBeGreaterThan(2);
  return { user, board, espid: board.espid };
}

/** The same with a dashboard of the board. */
async function newDashboard(boards: Boards, widgets: object[] = [tile('a', 0), tile('b', 3), tile('c', 6)]) {
  const owner = await newOwner(boards);
  const saved = await saveDashboard(owner.user, owner.espid, { name: 'House', widgets });
  const saveAgain = (name: string) => {
    const request = { name, widgets, basedOn: saved.version };
    return owner.user.api('PUT', deviceApi(owner.espid, '/dashboard/widgets'), request);
  };
  return { ...owner, saveAgain };
}

/** So many widgets that they come on pages, for two devices to choose from. */
async function newHall(boards: Boards) {
  const { user, espid } = await newOwner(boards);
  const south = await user.board({ name: 'South', intervalMs });
  boards.push(south);
  const place = (index: number) => ({ x: (index % 4) * 3, y: Math.floor(index / 4) * 3, height: 3 });
  const widgets = Array.from({ length: 35 }, (_, index) => tile(String(index + 1), 0, place(index)));
  return { user, ...(await create(user, { name: 'Hall', widgets, espids: [espid, south.espid] })) };
}

export const dashboardsViews: readonly PageView[] = [
  {
    name: 'a new dashboard',
    async open(page, boards, check) {
      const { user, espid } = await newOwner(boards);
      for (let index = 0; index < 13; index++) {
        await create(user, { name: `Dashboard ${index}`, widgets: index % 2 ? [tile('a', 0)] : [], espids: [espid] });
      }
      await openAs(page, user, '/dashboard');
      await expect(page.getByRole('main').getByRole('link', { name: 'Dashboard 12', exact: true })).toBeVisible();
      await check('many dashboards');
      await page.getByRole('button', { name: 'New dashboard' }).first().click();
      await expect(page.getByRole('heading', { name: 'New dashboard' })).toBeVisible();
    },
  },
  {
    name: 'a dashboard of several devices with every kind of widget',
    async open(page, boards) {
      const { user, espid } = await newOwner(boards);
      const south = await user.board({ name: 'South', intervalMs });
      boards.push(south);
      await user.api('PATCH', deviceApi(espid), { location: { latitude: 13.7, longitude: 100.5 } });
      const widgets = everyWidget('https://camera.example', espid).map(({ device, ...widget }, index) =>
        index % 2 ? { ...widget, device } : widget,
      );
      const { id } = await create(user, { widgets, espids: [espid, south.espid] });
      await openAs(page, user, `/dashboard/${id}`);
      await expect(region(page, 'Terminal')).toBeVisible();
      await expect(region(page, 'Shares').getByRole('listitem')).toHaveCount(2);
      await expect(region(page, 'Map').getByRole('button', { name: 'Zoom in' })).toBeVisible();
    },
  },
  {
    name: 'the dashboard of somebody else',
    async open(page, boards) {
      const { user, espid } = await newOwner(boards);
      const friend = await newUser();
      const widgets = [tile('a', 0, { device: espid }), { ...tile('b', 3, { device: espid }), content: fan }];
      const { id } = await create(user, { widgets });
      await user.api('POST', `/api/dashboards/${id}/shares`, {
        email: friend.email,
        role: 'operator',
        expiresAt: null,
      });
      const offers = (await friend.api('GET', '/api/offers')) as { dashboards: Created[] };
      for (const offer of offers.dashboards) await friend.api('POST', `/api/offers/${offer.id}/accept`, {});
      await openAs(page, friend, `/dashboard/${id}`);
      await expect(page.getByRole('switch', { name: 'Fan' })).toBeVisible();
    },
  },
  {
    name: 'the devices of a dashboard, by their group',
    async open(page, boards, check) {
      const { user, espid } = await newOwner(boards);
      const { id: groupId } = (await user.api('POST', '/api/device-groups', { name: 'Fields', hue: 2 })) as Created;
      await user.api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'change', groupId } });
      const ofNoDevice = { widgets: [tile('a', 0)], follows: { kind: 'tag', tag: 'Greenhouse' } };
      const { id: empty } = await create(user, ofNoDevice);
      const { id: shared } = await create(user, { widgets: [tile('a', 0, { device: espid })] });
      const share = { email: 'somebody-with-a-long-name@example.com', role: 'manager', expiresAt: null };
      await user.api('POST', `/api/dashboards/${shared}/shares`, { ...share, playback: false });
      const { id: grouped } = await create(user, { widgets: [tile('a', 0)], follows: { kind: 'group', groupId } });
      await openAs(page, user, `/dashboard/${empty}`);
      await expect(page.getByRole('heading', { name: 'No devices with the tag “Greenhouse” yet' })).toBeVisible();
      await check('a dashboard that follows a tag of no device');
      await visit(page, `/dashboard/${shared}`);
      await expect(region(page, 'Temperature a')).toBeVisible();
      await page.getByRole('button', { name: 'More about this dashboard' }).click();
      await page.getByRole('menuitem', { name: 'Share' }).click();
      await expect(page.getByText(/No playback/)).toBeVisible();
      await page.getByRole('button', { name: 'Invite someone' }).click();
      await expect(page.getByLabel('Allow playback')).toBeChecked();
      await check('with whom a dashboard is shared, above it the form for somebody else');
      const dialogs = page.getByRole('dialog');
      await dialogs.last().press('Escape');
      // The keyboard is with nobody while the upper one closes.
      await expect(dialogs).toHaveCount(1);
      await dialogs.press('Escape');
      await expect(dialogs).toBeHidden();
      await visit(page, `/dashboard/${grouped}`);
      await edit(page);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Device picker' }).click();
      await expect(page.getByRole('list', { name: 'Devices in the group “Fields”' })).toBeVisible();
    },
  },
  {
    name: 'the ready-made dashboards, above one of them',
    async open(page, boards, check) {
      const { user, espid } = await newOwner(boards, 'air');
      await openAs(page, user, devicePage(espid));
      await expect(page.getByRole('button', { name: 'Use “Dust, temperature and humidity”' })).toBeVisible();
      await check('a device without a dashboard');
      const board = await user.board({ kit: 'soil', name: 'Vegetable beds', intervalMs });
      boards.push(board);
      await visit(page, devicePage(board.espid));
      await expect(region(page, 'Pump')).toBeVisible();
      await page.getByRole('button', { name: 'More about this dashboard' }).click();
      await page.getByRole('menuitem', { name: 'Ready-made dashboards' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the layout for phones, with a hidden widget',
    async open(page, boards, check) {
      const hidden = { phone: { width: 'full', height: 2, hidden: true } };
      const widgets = [tile('a', 0), { ...tile('b', 3), content: fan }, tile('c', 6, hidden)];
      const { user, espid } = await newDashboard(boards, widgets);
      const at = new Date(Date.now() - 2 * 3_600_000).toISOString();
      await openAs(page, user, `${devicePage(espid)}?at=${at}`);
      await expect(page.getByRole('slider', { name: 'Playback time' })).toBeVisible();
      await expect(page.getByText('You are viewing the past; controls are off.')).toBeVisible();
      await check('a moment of the past');
      await visit(page, devicePage(espid));
      await edit(page);
      await page.getByText('Phone', { exact: true }).click();
      await expect(page.getByText('Hidden on phones')).toBeVisible();
    },
  },
  {
    name: 'the question which of two versions to keep',
    async open(page, boards, check) {
      const { user, espid, saveAgain } = await newDashboard(boards);
      await create(user, { widgets: [] });
      await openAs(page, user, devicePage(espid));
      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.getByRole('checkbox', { name: 'Farm' }).check();
      await expect(page.getByRole('textbox', { name: 'Seconds per dashboard' })).toBeVisible();
      await check('how a dashboard is to fill the screen');
      await closeDialog(page);
      await edit(page);
      await page.getByRole('button', { name: /^Temperature a, / }).click();
      await page.getByRole('button', { name: /^Temperature b, / }).click({ modifiers: ['Shift'] });
      await expect(page.getByRole('toolbar', { name: 'Selected widgets' })).toBeVisible();
      await check('a dashboard that is edited, with two widgets selected');
      await page.getByRole('textbox', { name: 'Dashboard name' }).fill('Mine');
      await saveAgain('Theirs');
      await page.getByRole('button', { name: 'Done', exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'a dashboard that fills the screen, on several pages',
    async open(page, boards) {
      const { user, id } = await newHall(boards);
      await openAs(page, user, `/kiosk?${new URLSearchParams({ show: `dashboard:${id}` })}`);
      await expect(region(page, 'Temperature 1')).toContainText(/\d\.\d/);
      await expect(page.getByRole('navigation', { name: 'Pages of the dashboard' })).toBeVisible();
    },
  },
];
