import type { Device, Member, SharedDevice } from '@cyno/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import { alertListOf, alertOf } from '../../../test/alerts.ts';
import { publicConfigOf } from '../../../test/config.ts';
import { deviceOf, variableOf } from '../../../test/devices.ts';
import { renderInApp } from '../../../test/render.tsx';
import { knowConfig, SilentSocket } from '../../../test/shell.ts';
import { showToast } from '../../../test/show-toast.tsx';
import { callsOf, refuse, stubApi } from '../../../test/stub-api.ts';
import { endSession, startSession } from '../../lib/api/session.ts';
import { useUnsavedChanges } from '../../lib/browser/unsaved-changes.ts';
import { changeAppearance, defaultAppearance } from '../../ui/shell/appearance.ts';
import { AppShell } from './app-shell.tsx';

afterEach(async () => {
  changeAppearance(defaultAppearance);
  localStorage.clear();
  await page.viewport(1440, 900);
});

type Setting = {
  member?: Member;
  devices?: readonly Device[];
  shared?: readonly SharedDevice[];
  config?: Parameters<typeof publicConfigOf>[0];
  at?: string;
  route?: string;
  replies?: Parameters<typeof stubApi>[0];
};

const email = 'narin.s@example.com';

/** The layout of somebody who is signed in, on a page without content. */
async function openShell({ member = 'user', devices = [], shared = [], config, replies, ...place }: Setting = {}) {
  const known = publicConfigOf(config);
  const calls = stubApi({
    'GET /api/config': known,
    'GET /api/device/': [...devices],
    'GET /api/device/shared': [...shared],
    'GET /api/alerts': alertListOf(),
    'GET /api/maintenance': { windows: [], devices: [] },
    'GET /api/offers': { offers: [], dashboards: [] },
    'GET /api/dashboards': { dashboards: [] },
    'GET /api/pairing': refuse(400, 'bad_request', 'Not here.'),
    'GET /api/profile': refuse(400, 'bad_request', 'Not here.'),
    'POST /api/auth/logout': undefined,
    ...replies,
  });
  vi.stubGlobal('WebSocket', SilentSocket);
  await knowConfig(known);
  endSession('logout');
  startSession({ accessToken: 'token', userId: email, member });
  const { screen, router } = await renderInApp(<AppShell />, { at: '/device', ...place });
  const shell = () => document.querySelector('.layout-wrapper')?.className;
  return { screen, router, calls, shell, menu: screen.getByRole('navigation', { name: 'Main' }) };
}

const rootSize = () => getComputedStyle(document.documentElement).fontSize;
const pressElsewhere = () => page.elementLocator(document.body).click({ position: { x: 900, y: 600 }, force: true });

it('starts static, light, at 14 px and with ripple, and keeps what is chosen', async () => {
  const { screen, shell } = await openShell();
  await expect.poll(shell).toBe('layout-wrapper layout-theme-light layout-static');
  expect(rootSize()).toBe('14px');
  await screen.getByRole('button', { name: 'Appearance' }).click();
  const panel = screen.getByRole('region', { name: 'Appearance' });
  await panel.getByText('Ripple on press').click();
  await expect.poll(shell).toContain('layout-ripple-disabled');
  await panel.getByRole('button', { name: 'Larger' }).click();
  await expect.element(panel.getByText('15 px')).toBeVisible();
  expect(rootSize()).toBe('15px');
  await panel.getByText('Dark').click();
  await panel.getByText('Overlay').click();
  await expect.poll(shell).toBe('layout-wrapper layout-theme-dark layout-overlay layout-ripple-disabled');
  expect(JSON.parse(localStorage.getItem('appearance') ?? '')).toEqual({
    theme: 'dark',
    menuMode: 'overlay',
    ripple: false,
    scale: 15,
  });
  await panel.getByRole('button', { name: 'Larger' }).click();
  await expect.element(panel.getByRole('button', { name: 'Larger' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
});

it('hides the static menu, and opens the overlay and the drawer until one presses elsewhere', async () => {
  const { screen, shell } = await openShell();
  await screen.getByRole('button', { name: 'Hide the menu' }).click();
  await expect.poll(shell).toContain('layout-static-inactive');
  const button = screen.getByRole('button', { name: /^(Hide|Show) the menu$/ });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await button.click();
  await expect.poll(shell).not.toContain('layout-static-inactive');

  await page.viewport(991, 800);
  await expect.element(button).toBeVisible();
  await button.click();
  await expect.poll(shell).toContain('layout-mobile-active');
  await pressElsewhere();
  await expect.poll(shell).not.toContain('layout-mobile-active');

  await page.viewport(992, 800);
  changeAppearance({ menuMode: 'overlay' });
  await button.click();
  await expect.poll(shell).toContain('layout-overlay-active');
  await pressElsewhere();
  await expect.poll(shell).not.toContain('layout-overlay-active');
  await button.click();
  await expect.poll(shell).toContain('layout-overlay-active');
  await userEvent.keyboard('{Escape}');
  await expect.poll(shell).not.toContain('layout-overlay-active');
  await expect.element(button).toHaveFocus();
});

it('gives the focus back when the drawer is closed by its own button', async () => {
  await page.viewport(991, 800);
  const { screen, shell } = await openShell();
  const button = screen.getByRole('button', { name: /^(Hide|Show) the menu$/ });
  await button.click();
  await screen.getByRole('button', { name: 'Close the menu' }).click();
  await expect.poll(shell).not.toContain('layout-mobile-active');
  await expect.element(button).toHaveFocus();
});

it('closes with Escape only the menu, and only the palette above it', async () => {
  changeAppearance({ menuMode: 'overlay' });
  const { screen, shell } = await openShell();
  const toast = await showToast('Greenhouse deleted');
  await screen.getByRole('button', { name: 'Show the menu' }).click();
  await expect.poll(shell).toContain('layout-overlay-active');
  await userEvent.keyboard('{Control>}k{/Control}');
  const palette = screen.getByRole('combobox');
  await expect.element(palette).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  expect(shell()).toContain('layout-overlay-active');
  await userEvent.keyboard('{Escape}');
  await expect.poll(shell).not.toContain('layout-overlay-active');
  await expect.element(toast).toBeVisible();
});

it('leaves the focus where somebody types when Escape closes a menu that only peeks', async () => {
  const { screen, shell } = await openShell();
  await screen.getByRole('button', { name: 'Hide the menu' }).click();
  const field = screen.getByRole('button', { name: 'User profile' });
  (field.element() as HTMLElement).focus();
  await userEvent.hover(page.elementLocator(document.querySelector('.layout-hover-edge') ?? document.body));
  await expect.poll(shell).toContain('layout-hover-active');
  await userEvent.keyboard('{Escape}');
  await expect.poll(shell).not.toContain('layout-hover-active');
  await expect.element(field).toHaveFocus();
});

it('shows on both sides of the breakpoint whether the menu is shown', async () => {
  const { screen } = await openShell();
  const button = screen.getByRole('button', { name: /^(Hide|Show) the menu$/ });
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  await page.viewport(991, 800);
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(button).toHaveAccessibleName('Show the menu');
  await page.viewport(992, 800);
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
});

it('shows a menu that was put away at the edge, and takes it away when one presses elsewhere', async () => {
  const { screen, shell } = await openShell();
  await screen.getByRole('button', { name: 'Hide the menu' }).click();
  await userEvent.hover(page.elementLocator(document.querySelector('.layout-hover-edge') ?? document.body));
  await expect.poll(shell).toContain('layout-hover-active');
  await pressElsewhere();
  await expect.poll(shell).toBe('layout-wrapper layout-theme-light layout-static layout-static-inactive');
});

it('has its sections in the specified order, for administrators and others', async () => {
  const shared = [{ ...deviceOf({ espid: 'ESP32-7', name: 'Neighbour' }), owner: 'ann@example.com' }].map(sharedOf);
  const { menu, screen } = await openShell({ member: 'admin', shared });
  const sections = () =>
    menu
      .getByRole('heading')
      .elements()
      .map((title) => title.textContent);
  await expect.poll(sections).toEqual(['My Devices', 'Shared Devices', 'Admin', 'Package', 'Support']);
  await expect.element(menu.getByRole('link', { name: 'Logs' })).toHaveAttribute('href', '/admin/logs');
  await expect.element(menu.getByRole('link', { name: 'Plan' })).toHaveAttribute('href', '/bill');
  await expect.element(menu.getByRole('link', { name: /Neighbour.*shared by ann@example.com/ })).toBeVisible();
  await screen.unmount();

  const other = await openShell();
  const otherSections = () =>
    other.menu
      .getByRole('heading')
      .elements()
      .map((title) => title.textContent);
  await expect.poll(otherSections).toEqual(['My Devices', 'Package', 'Support']);
});

const sharedOf = (device: Device & { owner: string }): SharedDevice => ({ ...device, role: 'viewer', expiresAt: null });

it('lists five devices, favourites first, and counts the rest; the current one is marked', async () => {
  const devices = [1, 2, 3, 4, 5, 6].map((number) =>
    deviceOf({ espid: `ESP32-${number}`, name: `Board ${number}`, favourite: number === 6 }),
  );
  const waiting = deviceOf({ espid: 'ESP32-7', pending: true });
  const { menu, router } = await openShell({ devices: [...devices, waiting] });
  const names = () =>
    menu
      .getByRole('link', { name: /Board/ })
      .elements()
      .map((link) => link.querySelector('.menu-item-word')?.textContent);
  await expect.poll(names).toEqual(['Board 6 (favourite)', 'Board 1', 'Board 2', 'Board 3', 'Board 4']);
  await expect.element(menu.getByRole('link', { name: 'All Devices (6)' })).toHaveAttribute('href', '/device');
  await expect.element(menu.getByText('1 waiting')).toBeVisible();
  await expect.element(menu.getByRole('link', { name: 'Dashboards' })).toHaveAttribute('href', '/dashboard');
  await expect.element(menu.getByRole('link', { name: /^Device/ })).toHaveClass(/active-route/);
  const entry = menu.getByRole('link', { name: /Board 1/ });
  await expect.element(entry).toHaveAttribute('href', '/device/ESP32-1');
  await router.navigate('/device/ESP32-1/History');
  await expect.element(entry).toHaveClass(/active-route/);
  await expect.element(menu.getByRole('link', { name: /^Device/ })).not.toHaveClass(/active-route/);
});

it('lists five dashboards below their page, and counts the rest; only the current one is marked', async () => {
  const dashboards = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `Board room ${id}` }));
  const { menu, router } = await openShell({ replies: { 'GET /api/dashboards': { dashboards, deleted: [] } } });
  await expect.element(menu.getByRole('link', { name: 'Board room 5' })).toHaveAttribute('href', '/dashboard/5');
  await expect.element(menu.getByRole('link', { name: 'Board room 6' })).not.toBeInTheDocument();
  await expect.element(menu.getByRole('link', { name: 'All dashboards (6)' })).toHaveAttribute('href', '/dashboard');
  const parent = menu.getByRole('link', { name: 'Dashboards', exact: true });
  await router.navigate('/dashboard/2');
  await expect.element(menu.getByRole('link', { name: 'Board room 2' })).toHaveClass(/active-route/);
  await expect.element(parent).not.toHaveClass(/active-route/);
  await router.navigate('/dashboard/6');
  await expect.element(parent).toHaveClass(/active-route/);
  await menu.getByRole('button', { name: 'Fold the list of dashboards' }).click();
  await expect.element(menu.getByRole('link', { name: 'Board room 2' })).not.toBeInTheDocument();
});

it('opens what the operator linked in a new tab, and names the team', async () => {
  const at = (name: string) => `https://${name}.example.com/`;
  const links = {
    ...publicConfigOf().links,
    library: at('library'),
    feedback: at('feedback'),
    video: at('video'),
    contact: at('contact'),
    social: at('social'),
    chat: at('chat'),
    mail: 'help@example.com',
  };
  const { menu, screen } = await openShell({ config: { links, team: 'The Greenhouse Team' } });
  await menu.getByRole('button', { name: 'Contact' }).click();
  const expected = {
    Library: at('library'),
    Documentation: '/docs/',
    Feedback: at('feedback'),
    Videos: at('video'),
    Contact: at('contact'),
    'Social page': at('social'),
    Chat: at('chat'),
    'E-mail': 'mailto:help@example.com',
  };
  for (const [name, href] of Object.entries(expected)) {
    const link = menu.getByRole('link', { name: `${name} (opens in a new tab)` });
    await expect.element(link).toHaveAttribute('href', href);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  }
  const footer = screen.getByRole('contentinfo', { includeHidden: true });
  await expect.element(footer).toHaveTextContent('by The Greenhouse Team');
  await expect
    .element(footer.getByRole('img', { name: 'Cyno', includeHidden: true }))
    .toHaveAttribute('src', '/layout/images/logo-dark.svg');
  await menu.getByRole('button', { name: 'Contact' }).click();
  await expect.element(menu.getByRole('link', { name: 'Chat (opens in a new tab)' })).not.toBeInTheDocument();
});

it('waits with the menu until it is known which devices there are, and shows it also when they do not load', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  let response = () => {};
  const requested = new Promise<void>((resolve) => {
    response = resolve;
  });
  const { screen, menu } = await openShell({
    replies: {
      'GET /api/device/': async () => {
        await requested;
        return refuse(400, 'bad_request', 'The shed is on fire.');
      },
      'GET /api/device/shared': () => Response.error(),
    },
  });
  await expect.element(screen.getByText('Loading the menu')).toBeInTheDocument();
  await expect.element(menu).not.toBeInTheDocument();
  response();
  await expect.element(menu.getByText('Package')).toBeVisible();
  await expect.element(menu.getByText(/Your devices did not load\./)).toBeVisible();
  expect(warn).toHaveBeenCalledWith('The shed is on fire.');
  await expect.poll(() => warn.mock.calls.flat()).toContain('Failed to authenticate. Check your login data.');
});

it('has the Thai links with English names, and a profile that closes when one presses elsewhere', async () => {
  const { screen, router, calls } = await openShell();
  const bar = screen.getByRole('banner');
  await expect.element(bar.getByRole('link', { name: 'Cyno, all devices' })).toHaveAttribute('href', '/device');
  const code = bar.getByRole('link', { name: 'Code (โค้ด)' });
  await expect.element(code).toHaveTextContent('โค้ด');
  await expect.element(code).toHaveAttribute('href', '/code');
  const docs = bar.getByRole('link', { name: 'How to use (วิธีใช้งาน), opens in a new tab' });
  await expect.element(docs).toHaveAttribute('href', '/docs/');
  await expect.element(docs).toHaveAttribute('target', '_blank');

  const profile = bar.getByRole('button', { name: 'User profile' });
  await expect.element(profile).toMatchTextContent(/^NS/);
  await profile.click();
  const panel = screen.getByRole('region', { name: 'User Profile' });
  await expect.element(panel).toMatchTextContent(new RegExp(email));
  await pressElsewhere();
  await expect.element(panel).not.toBeInTheDocument();
  await profile.click();
  await panel.getByRole('link', { name: 'Edit Profile' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/profile');
  await expect.element(panel).not.toBeInTheDocument();
  await profile.click();
  await panel.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => localStorage.getItem('accessToken')).toBeNull();
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/auth/logout' });
});

it('logs out of a page with something unsaved only after a question', async () => {
  const { screen, calls } = await openShell();
  await renderHook(() => useUnsavedChanges(true));
  const logout = async () => {
    await screen.getByRole('button', { name: 'User profile' }).click();
    await screen.getByRole('button', { name: 'Logout' }).click();
  };
  await logout();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  await logout();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => localStorage.getItem('accessToken')).toBeNull();
});

it('logs out so as well for the mail of another account', async () => {
  const { screen, calls } = await openShell({ at: '/device#for=ann%40example.com' });
  await renderHook(() => useUnsavedChanges(true));
  await screen.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => localStorage.getItem('accessToken')).toBeNull();
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/auth/logout' });
});

it('names the open device, whose it is, and whether it is there', async () => {
  const route = '/device/:espId/:page';
  const board = deviceOf({ espid: 'ESP32-1', name: 'Chip board' });
  const { screen } = await openShell({ devices: [board], at: '/device/ESP32-1/Overview', route });
  const bar = screen.getByRole('banner');
  await expect.element(bar.getByText('Chip board')).toBeVisible();
  await expect.element(bar.getByText('Online')).toBeVisible();
  await screen.unmount();

  const theirs = sharedOf({ ...deviceOf({ espid: 'ESP32-2', name: 'Pump', online: false }), owner: 'ann@example.com' });
  const other = await openShell({ shared: [theirs], at: '/device/ESP32-2/Overview', route });
  await expect.element(other.screen.getByRole('banner').getByText('Offline')).toBeVisible();
  await expect.element(other.screen.getByRole('banner').getByTitle('Shared by ann@example.com')).toBeVisible();
  await other.screen.unmount();

  const none = await openShell({ devices: [board] });
  await expect.element(none.menu.getByText('Chip board')).toBeVisible();
  await expect.element(none.screen.getByRole('banner').getByText('Chip board')).not.toBeInTheDocument();
});

it('finds a device or a page with the keyboard alone', async () => {
  const devices = [deviceOf({ espid: 'ESP32-1', name: 'Nursery tank' })];
  const { screen, router, menu } = await openShell({ devices });
  await expect.element(menu.getByText('Nursery tank')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const box = screen.getByRole('combobox', { name: 'Find a device, page or action' });
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('nursery');
  await expect.element(screen.getByRole('option', { name: /Nursery tank/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe('/device/ESP32-1/Overview');
  await expect.element(box).not.toBeInTheDocument();

  await screen.getByRole('button', { name: /^Find a device or page/ }).click();
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('zzz');
  await expect.element(screen.getByText('Nothing is called “zzz”.')).toBeVisible();
  await box.fill('dark theme');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await expect.element(box).not.toBeInTheDocument();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

it('opens no palette in full screen, nor after it', async () => {
  const { screen, router } = await openShell();
  const box = screen.getByRole('combobox');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(box).not.toBeInTheDocument();
  await router.navigate('/kiosk');
  await expect.element(screen.getByRole('banner')).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}k{/Control}');
  await router.navigate('/device');
  await expect.element(screen.getByRole('banner')).toBeVisible();
  expect(box.query()).toBeNull();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(box).toHaveFocus();
  await router.navigate('/kiosk');
  await expect.element(box).not.toBeInTheDocument();
  await router.navigate('/device');
  await expect.element(screen.getByRole('banner')).toBeVisible();
  expect(box.query()).toBeNull();
});

it('counts active alerts in the bell and the menu, and shows the newest of them to acknowledge', async () => {
  const device = deviceOf();
  const open = alertListOf(alertOf(), alertOf({ id: 311, severity: 'info', text: 'An update failed.' }));
  const badge = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue();
  const { screen, menu, router, calls } = await openShell({
    devices: [device],
    replies: { 'GET /api/alerts': open, 'POST /api/alerts/acknowledge': { alerts: [] } },
  });
  await expect.element(menu.getByRole('link', { name: 'Alerts 2' })).toHaveAttribute('href', '/alerts');
  expect(badge).toHaveBeenLastCalledWith(2);
  await expect.element(menu.getByRole('link', { name: /Greenhouse/ }).getByTitle('2 alerts: Critical')).toBeVisible();
  await screen.getByRole('button', { name: 'Alerts, 2 active, worst: critical' }).click();
  const panel = screen.getByRole('region', { name: 'Newest alerts' });
  await expect.element(panel.getByText('An update failed.')).toBeVisible();
  await panel.getByRole('button', { name: 'Acknowledge' }).first().click();
  await expect.poll(() => callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ ids: [310] }]);
  await panel.getByRole('link', { name: 'All alerts' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/alerts');
  await expect.element(panel).not.toBeInTheDocument();
});

it('shows of a board in the menu the first value that still comes', async () => {
  const { menu } = await openShell({
    devices: [
      deviceOf({
        variables: [
          variableOf('temp', { value: 21.5, unit: '°C', at: Date.now() - 3 * 86_400_000 }),
          variableOf('humid', { value: 60, unit: '%' }),
        ],
      }),
    ],
  });
  const entry = menu.getByRole('link', { name: /Greenhouse/ });
  await expect.element(entry).toMatchTextContent('60 %');
  await expect.element(entry).not.toMatchTextContent('21.5');
});
