import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { expect, it, vi } from 'vitest';
import { createPageRouter, type PageRoute } from './page-router.ts';

const Page = () => null;

async function openApp(routes: readonly PageRoute[], initialEntries: readonly string[] = ['/a']) {
  const history = createMemoryHistory({ initialEntries: [...initialEntries] });
  const router = createPageRouter(routes, history);
  await router.start();
  const place = () => ({
    shown: router.state.location.pathname,
    address: history.location.pathname,
    entry: history.index,
  });
  return { router, history, place };
}

const pages: PageRoute[] = ['/a', '/b', '/c'].map((path) => ({ path, Component: Page }));

it('shows a page, and its address, when what it lacks has been fetched', async () => {
  const { promise, resolve } = Promise.withResolvers<{ Component: typeof Page }>();
  const { router, place } = await openApp([...pages, { path: '/late', load: () => promise }]);
  const opened = router.navigate('/late');
  expect(place()).toEqual({ shown: '/a', address: '/a', entry: 0 });
  resolve({ Component: Page });
  await opened;
  expect(place()).toEqual({ shown: '/late', address: '/late', entry: 1 });
  expect(router.state.matches.at(-1)?.route.Component).toBe(Page);
});

it('a page that comes after another one was requested is not shown any more', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { router, place } = await openApp([...pages, { path: '/late', load: () => promise }]);
  const late = router.navigate('/late');
  await router.navigate('/b');
  resolve({});
  await late;
  expect(place()).toEqual({ shown: '/b', address: '/b', entry: 1 });
});

it('a page that writes its address while it is left is left all the same', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { router, history, place } = await openApp([...pages, { path: '/late', load: () => promise }]);
  const late = router.navigate('/late');
  await router.navigate('/a?search=pump', { replace: true });
  expect(router.state.location.search).toBe('?search=pump');
  resolve({});
  await late;
  expect(place()).toEqual({ shown: '/late', address: '/late', entry: 1 });
  history.go(-1);
  await expect.poll(() => router.state.location.search).toBe('?search=pump');
});

it('a page that is left by “Back” writes its address over no other one', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const late: PageRoute = { path: '/late', load: () => promise };
  const { router, history, place } = await openApp([...pages, late], ['/late', '/a']);
  history.go(-1);
  await router.navigate('/a?search=pump', { replace: true });
  expect(history.location.pathname).toBe('/late');
  resolve({});
  await expect.poll(place).toEqual({ shown: '/late', address: '/late', entry: 0 });
});

it('what sends its visitors on fetches nothing, and “Back” does not lead to it', async () => {
  const load = vi.fn(async () => ({}));
  const guarded: PageRoute = { path: '/guarded', enter: ({ url }) => `/b?from=${url.pathname}`, load };
  const { router, history, place } = await openApp([...pages, guarded], ['/guarded']);
  expect(place()).toEqual({ shown: '/b', address: '/b', entry: 0 });
  expect(router.state.location.search).toBe('?from=/guarded');
  await router.navigate('/c');
  await router.navigate('/guarded');
  expect(place()).toEqual({ shown: '/b', address: '/b', entry: 2 });
  history.go(-1);
  await expect.poll(() => router.state.location.pathname).toBe('/c');
  expect(load).not.toHaveBeenCalled();
});

it('a page that could not be fetched throws why where it is drawn, and is fetched again the next time', async () => {
  const load = vi.fn(async () => ({ Component: Page }));
  load.mockRejectedValueOnce(new Error('gone'));
  const { router } = await openApp([...pages, { path: '/late', load }]);
  const drawn = () => router.state.matches.at(-1)?.route.Component as typeof Page;
  await router.navigate('/late');
  expect(drawn()).toThrow('gone');
  await router.navigate('/b');
  await router.navigate('/late');
  expect(drawn()).toBe(Page);
  await router.navigate('/late?again');
  expect(load).toHaveBeenCalledTimes(2);
});

it('a page that is held back waits for a decision', async () => {
  const { router, place } = await openApp(pages);
  const release = router.holdBack((from, to) => from.pathname !== to.pathname);
  await router.navigate('/a?sorted');
  expect(router.state.blocked).toBeUndefined();
  await router.navigate('/b');
  expect(place()).toEqual({ shown: '/a', address: '/a', entry: 1 });
  router.state.blocked?.reset();
  expect(router.state.blocked).toBeUndefined();
  await router.navigate('/b');
  router.state.blocked?.proceed();
  await expect.poll(place).toEqual({ shown: '/b', address: '/b', entry: 2 });
  await router.navigate('/c');
  expect(router.state.blocked).toBeDefined();
  release();
  await router.navigate('/c');
  expect(place()).toEqual({ shown: '/c', address: '/c', entry: 3 });
});

it('“Back” is held back too: the address stays that of the page until it may go', async () => {
  const { router, history, place } = await openApp(pages);
  await router.navigate('/b');
  router.holdBack(() => true);
  history.go(-1);
  expect(place()).toEqual({ shown: '/b', address: '/b', entry: 1 });
  router.state.blocked?.proceed();
  await expect.poll(place).toEqual({ shown: '/a', address: '/a', entry: 0 });
});

it('checks the open page again when its visitor has changed', async () => {
  let isKnown = false;
  const { router, place } = await openApp([...pages, { path: '/login', enter: () => (isKnown ? '/b' : undefined) }]);
  await router.navigate('/login');
  isKnown = true;
  await router.revalidate();
  expect(place()).toEqual({ shown: '/b', address: '/b', entry: 1 });
});

it('keeps letters of any language in addresses as browsers write them', async () => {
  const { router } = await openApp([{ path: '/device/:name', Component: Page }], ['/device/x']);
  await router.navigate('/device/น้ำ');
  expect(router.state.matches.at(-1)?.params.name).toBe('น้ำ');
});
