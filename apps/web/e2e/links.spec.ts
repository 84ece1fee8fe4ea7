import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

const target = { kind: 'output', pin: 'D1', mode: 'digit' };
const place = { y: 0, width: 4, height: 4 };
const widgets = [
  { ...place, id: 'temp', x: 0, content: { type: 'value', title: 'Air', key: 'temp' } },
  { ...place, id: 'day', x: 4, content: { type: 'chart', title: 'Last hour', keys: ['temp'], minutes: 60 } },
  { ...place, id: 'fan', x: 8, content: { type: 'switch', title: 'Fan', target } },
  {
    ...{ ...place, id: 'text', x: 0, y: 4 },
    content: { type: 'text', title: 'Note', text: '<img src=x onerror="document.title=1"> **Rows**', keys: [] },
  },
];

async function withDashboard(user: User, espid: string): Promise<number> {
  const path = `/api/device/${encodeURIComponent(espid)}/dashboard/widgets`;
  const name = '<b onclick=alert(1)>Greenhouse</b>';
  const saved = (await user.api('PUT', path, { name, widgets, basedOn: null })) as { dashboard: { id: number } };
  return saved.dashboard.id;
}
const settings = { name: 'Wall', expiresAt: null, exposed: [], origins: [] as string[], password: null };

test.describe('a public link', () => {
  // The first visit is without the password, and the revoked one finds nothing.
  test.use({ allowErrors: /40[34]/ });

  test('shows the dashboard live to everybody who has it, until it is revoked', async ({ page, boards, browser }) => {
    const user = await newUser();
    const board = await user.board({ name: 'Greenhouse 1', family: 'esp8266', kit: 'climate' });
    boards.push(board);
    await withDashboard(user, board.espid);
    await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Sharing`);
    const card = page.getByRole('region', { name: 'Public links' });

    const link = await test.step('the owner makes one with a password and one control', async () => {
      await card.getByRole('button', { name: 'New link' }).click();
      const dialog = page.getByRole('dialog', { name: 'New public link' });
      await dialog.getByLabel('What it is for').fill('Club house');
      await dialog.getByLabel('Password', { exact: true }).fill('moss and stones');
      await dialog.getByLabel('Fan').check();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Make the link' }).click();
      return (await card.locator('.link-made code').textContent()) ?? '';
    });

    const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    const visitor = await context.newPage();
    await test.step('a visitor types the password and sees live values', async () => {
      await visitor.goto(link);
      await visitor.getByLabel('Password', { exact: true }).fill('wrong words');
      await visitor.getByRole('button', { name: 'Show the dashboard' }).click();
      await expect(visitor.getByText('That is not the password of this link.')).toBeVisible();
      await visitor.getByLabel('Password', { exact: true }).fill('moss and stones');
      await visitor.getByRole('button', { name: 'Show the dashboard' }).click();
      await expect(visitor.getByRole('heading', { level: 1, name: /Greenhouse/ })).toBeVisible();
      await expect(visitor.getByText('Rows')).toBeVisible();
      const air = visitor.locator('.dashboard-cell-value');
      const before = await air.textContent();
      await expect.poll(() => air.textContent(), { timeout: 15_000 }).not.toBe(before);
      expect(await fitsWidth(visitor)).toBe(true);
      expect(await axeFindings(visitor)).toEqual([]);
      expect(await visitor.title()).not.toBe('1');
      const shown = await visitor.locator('body').textContent();
      for (const secret of [user.email, board.espid]) expect(shown).not.toContain(secret);
    });

    await test.step('and operates what is exposed', async () => {
      await visitor.getByRole('switch', { name: 'Fan' }).click();
      await expect(visitor.getByText(/^done, \d+ ms$/)).toBeVisible({ timeout: 15_000 });
      await expect(visitor.getByRole('switch', { name: 'Fan' })).toBeChecked();
    });

    await test.step('until the owner revokes it', async () => {
      await card.getByRole('button', { name: 'Revoke the link Club house' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
      await expect(visitor.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
    });
    await context.close();
  });

  test('is embedded by the pages that its owner named, and by no other', async ({ page, boards }) => {
    const user = await newUser();
    const board = await user.board({ name: 'Greenhouse 1', family: 'esp8266', kit: 'climate' });
    boards.push(board);
    const dashboardId = await withDashboard(user, board.espid);
    const sites = await Promise.all([site(), site()]);
    const [friend, foe] = sites;
    const wish = { ...settings, origins: [friend.origin] };
    const { token } = (await user.api('POST', `/api/dashboards/${dashboardId}/links`, wish)) as { token: string };
    for (const each of sites) each.frame(`${product.http}/view/${token}`);
    await page.goto(friend.origin);
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1, name: /Greenhouse/ })).toBeVisible();
    const foreign = await page.context().newPage();
    await foreign.goto(foe.origin);
    await foreign.waitForTimeout(1_500);
    await expect(foreign.frameLocator('iframe').getByRole('heading', { name: /Greenhouse/ })).toHaveCount(0);
    for (const each of sites) each.close();
  });
});

/** A web site of somebody else, on an origin of its own. */
async function site() {
  let address = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Site</title><iframe src="${address}" width="800" height="600"></iframe>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    frame: (framed: string) => {
      address = framed;
    },
    close: () => server.close(),
  };
}
