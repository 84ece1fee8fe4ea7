import { matchRoutes, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { i18n } from '../lib/language/i18n.ts';
import type { RouteHandle } from './route-handle.ts';
import { appRoutes } from './router.tsx';

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
