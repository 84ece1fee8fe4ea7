import { firstPages, frameRequests } from '../src/first-load/first-pages.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

/** A full-screen dashboard of nothing shows nothing. */
const withoutDashboard = '/kiosk';

test('what a page requests before the app runs is what the app needs', async ({ browser, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse' });
  boards.push(board);
  const { id } = (await user.api('POST', '/api/dashboards', { name: 'Farm', espids: [board.espid], widgets: [] })) as {
    id: number;
  };
  const administrator = { ...user, ...product.administrator } satisfies User;
  const parts: Record<string, string> = {
    ':espId': encodeURIComponent(board.espid),
    ':dashboardId': String(id),
    ':language': 'en',
  };
  const fill = (address: string) => address.replaceAll(/:\w+/g, (part) => parts[part] ?? 'none');

  const pages = firstPages.filter(({ path, open }) => !open && path !== withoutDashboard);
  expect(pages.length).toBeGreaterThan(25);
  for (const { path, requests = [] } of pages) {
    const page = await browser.newPage();
    await openAs(page, path.startsWith('/admin') ? administrator : user, fill(path));
    const left = () =>
      page.evaluate(() => {
        const { firstResponses } = globalThis as { firstResponses?: { byAddress: Map<string, unknown> } };
        return [...(firstResponses?.byAddress.keys() ?? ['no requests'])];
      });
    await expect.poll(async () => [path, await left()]).toEqual([path, []]);
    // A response that was taken may not have come whole yet.
    const fetched = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name.slice(location.origin.length)),
      );
    await expect.poll(fetched).toEqual(expect.arrayContaining([...frameRequests, ...requests].map(fill)));
    await page.close();
  }
});

test('a guest gets nothing but what the login page needs', async ({ page }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(new URL(request.url()).pathname));
  await page.goto(new URL('/device', product.http).href);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(addresses.filter((address) => address.startsWith('/api/'))).toEqual(['/api/config']);
});
