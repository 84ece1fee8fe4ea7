import { UNSAFE_createMemoryHistory as createMemoryHistory, matchRoutes, type RouteObject } from 'react-router';
import { expect, it, vi } from 'vitest';
import { firstPages } from '../first-load/first-pages.ts';
import { endSession, giveUpSession, startSession } from '../lib/api/session.ts';
import { i18n } from '../lib/language/i18n.ts';
import { createPageRouter, type PageRoute } from '../lib/router/page-router.ts';
import { deviceTabs } from './device/device-tabs.ts';
import type { RouteHandle } from './route-handle.ts';
import { appRoutes } from './router.tsx';

const token = 'a'.repeat(43);

/** The address of every page of the app. */
function addressesOf(routes: readonly PageRoute[], base = ''): string[] {
  return routes.flatMap((route) => {
    const path = [base, route.path].filter(Boolean).join('/');
    const own = route.path && route.path !== '*' ? [`/${path.replaceAll(/:\w+/g, 'x')}`] : [];
    return [...own, ...addressesOf(route.children ?? [], path)];
  });
}

function titleOf(isFramed: boolean, address: string): string | undefined {
  const handle = matchRoutes(appRoutes(isFramed) as RouteObject[], address)?.at(-1)?.route.handle as
    | RouteHandle
    | undefined;
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
  const [framed, whole] = [true, false].map((isFramed) => appRoutes(isFramed)[0]?.children?.[0]);
  expect(framed?.Component).not.toBe(whole?.Component);
  expect(framed?.children?.some(({ enter }) => enter)).toBe(false);
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
  ['/auth/login', '/auth/login'],
])('a guest who opens %s begins at %s, and fetches nothing else', async (address, start) => {
  // Who logged out on purpose, in a test before this one, would begin at the login page without `next`.
  startSession({ accessToken: 'token', userId: 'ann@example.com', member: 'user' });
  endSession('expired');
  giveUpSession();
  const load = vi.fn(async () => ({}));
  const router = createPageRouter(
    onlyNoting(appRoutes(false), load),
    createMemoryHistory({ initialEntries: [address] }),
  );
  await router.start();
  const { pathname, search } = router.state.location;
  expect([pathname + search, load.mock.calls]).toEqual([start, [['auth/login']]]);
});

/** The same routes, which note what would be loaded instead of loading it. */
const onlyNoting = (routes: readonly PageRoute[], load: (path?: string) => Promise<object>): PageRoute[] =>
  routes.map((route) => ({
    ...route,
    ...(route.load && { load: () => load(route.path) }),
    ...(route.children && { children: onlyNoting(route.children, load) }),
  }));
