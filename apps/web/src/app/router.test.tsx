import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { firstPages } from '../first-load/first-pages.ts';
import { i18n } from '../lib/language/i18n.ts';
import { deviceTabs } from './device/device-tabs.ts';
import type { RouteHandle } from './route-handle.ts';
import { appRoutes, startOfGuest } from './router.tsx';

const token = 'a'.repeat(43);

/** The address of every page of the app. */
function addressesOf(routes: readonly RouteObject[], base = ''): string[] {
  return routes.flatMap((route) => {
    const path = [base, route.path].filter(Boolean).join('/');
    const own = route.path && route.path !== '*' ? [`/${path.replaceAll(/:\w+/g, 'x')}`] : [];
    return [...own, ...addressesOf(route.children ?? [], path)];
  });
}

function titleOf(isFramed: boolean, address: string): string | undefined {
  const handle = matchRoutes(appRoutes(isFramed), address)?.at(-1)?.route.handle as RouteHandle | undefined;
  return handle?.title && i18n._(handle.title);
}

it('a framed page is the page of a public link', () => {
  expect(titleOf(true, `/view/${token}`)).toBe('Dashboard');
  expect(titleOf(false, `/view/${token}`)).toBe('Dashboard');
});

it('runs no other page in a frame', () => {
  const others = addressesOf(appRoutes(false)).filter((address) => address !== '/view/x');
  expect(others.length).toBeGreaterThan(20);
  for (const address of ['/', `/view/${token}/device`, `/view/${token}/../../device`, ...others]) {
    expect([address, titleOf(true, address)]).toEqual([address, 'Not in a frame']);
  }
});

it('in a frame the session is neither read nor checked', () => {
  const [framed] = appRoutes(true);
  const [whole] = appRoutes(false);
  expect(framed?.Component).not.toBe(whole?.Component);
  expect(framed?.children?.some(({ loader }) => loader)).toBe(false);
});

it('the build knows what each page needs at first', () => {
  const redirects = ['/device/x', '/device/x/x'];
  const pages = addressesOf(appRoutes(false)).filter((address) => !redirects.includes(address));
  const tabs = deviceTabs.map((tab) => `/device/x/${tab}`);
  expect(firstPages.map(({ path }) => path.replaceAll(/:\w+/g, 'x')).toSorted()).toEqual(
    [...pages, ...tabs].toSorted(),
  );
});

it.each([
  ['/', '/auth/login'],
  ['/profile?tab=x', '/auth/login?next=%2Fprofile%3Ftab%3Dx'],
  ['/device/ESP32-1/Overview', '/auth/login?next=%2Fdevice%2FESP32-1%2FOverview'],
  ['/auth/login', undefined],
  [`/view/${token}`, undefined],
  ['/no/such/page', undefined],
])('a guest who opens %s begins at %s', (address, start) => {
  expect(startOfGuest(appRoutes(false), new URL(address, location.origin))).toBe(start);
});
