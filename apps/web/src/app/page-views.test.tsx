import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { publicConfigOf } from '../../test/config.ts';
import { knowConfig } from '../../test/shell.ts';
import { stubApi } from '../../test/stub-api.ts';
import { createPageRouter } from '../lib/router/page-router.ts';
import { sendPageViews } from './page-views.ts';

const tags = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src*="googletagmanager"]')];

afterEach(() => {
  for (const tag of tags()) tag.remove();
  Reflect.deleteProperty(window, 'dataLayer');
  for (const name of ['doNotTrack', 'globalPrivacyControl']) Reflect.deleteProperty(navigator, name);
});

async function openPages(analyticsId: string | null) {
  const config = publicConfigOf({ analyticsId });
  stubApi({ 'GET /api/config': config });
  await knowConfig(config);
  const router = createPageRouter(
    [{ path: 'device/:espId/:page' }, { path: 'bill' }],
    createMemoryHistory({ initialEntries: ['/bill'] }),
  );
  await sendPageViews(router);
  return router;
}

it.each([
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
])('nothing is loaded for a browser with %s', async (_, name, value) => {
  Object.defineProperty(navigator, name, { value, configurable: true });
  const router = await openPages('G-TEST123456');
  await router.navigate('/device/greenhouse-7/History');
  expect(tags()).toEqual([]);
  expect('dataLayer' in window).toBe(false);
});

it('nothing is loaded without an id', async () => {
  const router = await openPages(null);
  await router.navigate('/device/greenhouse-7/History');
  expect(tags()).toEqual([]);
  expect('dataLayer' in window).toBe(false);
});

it('else the tag of the property is loaded once, and gets a view for each change of the route', async () => {
  const append = vi.spyOn(document.head, 'append').mockImplementation(() => {});
  const router = await openPages('G-TEST123456');
  await router.navigate('/device/greenhouse-7/History?token=secret-words');
  await router.navigate('/device/greenhouse-7/History?token=other-words');
  expect(append.mock.calls.flat()).toHaveLength(1);
  expect(append.mock.calls[0]?.[0]).toHaveProperty('src', 'https://www.googletagmanager.com/gtag/js?id=G-TEST123456');
  const queue = JSON.stringify(Reflect.get(window, 'dataLayer'));
  expect(queue.match(/"page_path":"[^"]+"/g)).toEqual(['"page_path":"/bill"', '"page_path":"/device/:espId/:page"']);
  expect(queue).not.toMatch(/secret|greenhouse/);
});
