import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router';
import { expect, test } from 'vitest';
import { historyBelow } from './history-below.ts';

const openAt = (address: string, basePath = '/cyno') => {
  const browser = createMemoryHistory({ initialEntries: [address] });
  return { browser, history: historyBelow(basePath, browser) };
};

test('pages know nothing of the path, the address of the browser has it', () => {
  const { browser, history } = openAt('/cyno/device?tag=a');
  expect(history.location).toMatchObject({ pathname: '/device', search: '?tag=a' });
  history.push('/dashboard#top');
  expect([browser.location.pathname, browser.location.hash, history.location.pathname]).toEqual([
    '/cyno/dashboard',
    '#top',
    '/dashboard',
  ]);
  history.replace({ pathname: '/alerts', search: '?open' });
  expect([browser.location.pathname, browser.location.search, browser.index]).toEqual(['/cyno/alerts', '?open', 1]);
  expect(history.createHref('/profile#contacts')).toBe('/cyno/profile#contacts');
  expect(history.createURL('/profile').pathname).toBe('/profile');
});

test('the steps of the browser are told without the path', () => {
  const { history } = openAt('/cyno/device');
  const visited: string[] = [];
  history.listen(({ location }) => visited.push(location.pathname));
  history.push('/alerts');
  history.go(-1);
  expect(visited).toEqual(['/device']);
});

test.each([
  ['/cyno', '/'],
  ['/cyno/', '/'],
  ['/cynosure', '/cynosure'],
  ['/device', '/device'],
])('%s is the page %s', (address, pathname) => {
  expect(openAt(address).history.location.pathname).toBe(pathname);
});

test('at the root of a host the history is that of the browser', () => {
  const { browser, history } = openAt('/device', '');
  expect(history).toBe(browser);
});
