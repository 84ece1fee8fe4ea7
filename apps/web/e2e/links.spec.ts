import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const target = { kind: 'output', pin: 'D1', mode: 'digit' };
const place = { y: 0, width: 4, height: 4 };
const widgets = [
  { ...place, id: 'temp', x: 0, content: { type: 'value', title: 'Air', key: 'temp' } },
  { ...place, id: 'day', x: 4, content: { type: 'chart', title: 'Last hour', keys: ['temp'], minutes: 60 } },
  { ...place, id: 'fan', x: 8, content: { type: 'switch', title: 'Fan', target } },
  {
    ...place,
    id: 'text',
    x: 0,
    y: 4,
    content: { type: 'text', title: 'Note', text: '<img src=x onerror="document.title=1"> **Rows**', keys: [] },
  },
];

/** The dashboard in place of the one that the template of the board makes. */
async function withDashboard(user: User, espid: string): Promise<void> {
  const path = `/api/device/${encodeURIComponent(espid)}/dashboard`;
  type ResponseBody = { dashboard: { version: number } | null };
  const read = async () => ((await user.api('GET', path)) as ResponseBody).dashboard?.version;
  await expect.poll(read).toBeDefined();
  const name = '<b onclick=alert(1)>Greenhouse</b>';
  await user.api('PUT', `${path}/widgets`, { name, widgets, basedOn: await read() });
}

// The first visit is without the password, one site may not frame it, and the revoked link finds nothing.
test.use({ allowErrors: /40[34]|frame-ancestors/ });

test('a public link shows the dashboard live to everybody who has it, also in a frame, until it is revoked', async ({
  page,
  boards,
  browser,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', family: 'esp8266', kit: 'climate', intervalMs: 3_600_000 });
  boards.push(board);
  await withDashboard(user, board.espid);
  await sendValues(board, { temp: 20.5 });
  const known = async () => ((await user.api('GET', '/api/device/')) as { variables: unknown[] }[])[0]?.variables;
  await expect.poll(known).toHaveLength(1);
  const [friend, foe] = await Promise.all([site(), site()]);
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Sharing`);
  const card = page.getByRole('region', { name: 'Public links' });

  const link =
    await test.step('the owner makes one with a password, one control and a page that may frame it', async () => {
      await card.getByRole('button', { name: 'New link' }).click();
      const dialog = page.getByRole('dialog', { name: 'New public link' });
      await dialog.getByLabel('Name').fill('Club house');
      await dialog.getByLabel('Password', { exact: true }).fill('moss and stones');
      await dialog.getByLabel('Fan').check();
      await dialog.getByLabel('Websites allowed to embed it').fill(friend.origin);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      const created = page.getByRole('alertdialog', { name: 'Public link Club house' });
      const address = (await created.locator('code').textContent()) ?? '';
      await created.getByRole('button', { name: 'Done' }).click();
      return address;
    });

  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
  const visitor = await context.newPage();
  await test.step('a visitor types the password and sees live values, and nothing of the owner', async () => {
    await visitor.goto(link);
    await visitor.getByLabel('Password', { exact: true }).fill('wrong words');
    await visitor.getByRole('button', { name: 'Open dashboard' }).click();
    await expect(visitor.getByText('This is not the password of this link.')).toBeVisible();
    await visitor.getByLabel('Password', { exact: true }).fill('moss and stones');
    await visitor.getByRole('button', { name: 'Open dashboard' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: /Greenhouse/ })).toBeVisible();
    await expect(visitor.getByText('Rows')).toBeVisible();
    const air = visitor.locator('.dashboard-cell-value');
    for (const temp of [21.5, 41.5]) {
      await sendValues(board, { temp });
      await expect(air).toContainText(String(temp));
    }
    expect(await visitor.title()).not.toBe('1');
    const visible = await visitor.locator('body').textContent();
    for (const secret of [user.email, board.espid]) expect(visible).not.toContain(secret);
  });

  await test.step('and operates what is exposed', async () => {
    await visitor.getByRole('switch', { name: 'Fan' }).click();
    await expect(visitor.getByText(/^done(, \d+ ms| after .+)$/)).toBeVisible();
    await expect(visitor.getByRole('switch', { name: 'Fan' })).toBeChecked();
  });

  await test.step('fills a wide screen', async () => {
    await visitor.setViewportSize({ width: 1920, height: 1080 });
    const [left, right] = await Promise.all(
      ['.dashboard-cell-value', '.dashboard-cell-switch'].map((cell) => visitor.locator(cell).boundingBox()),
    );
    expect(left?.x).toBeLessThan(60);
    expect((right?.x ?? 0) + (right?.width ?? 0)).toBeGreaterThan(1860);
    await visitor.setViewportSize({ width: 360, height: 740 });
  });

  await test.step('the page that the owner named embeds it, and no other', async () => {
    for (const each of [friend, foe]) each.frame(link);
    const guest = await context.newPage();
    await guest.goto(friend.origin);
    await expect(guest.frameLocator('iframe').getByLabel('Password', { exact: true })).toBeVisible();
    const refused = guest.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await guest.goto(foe.origin);
    await refused;
    await expect(guest.frameLocator('iframe').getByLabel('Password', { exact: true })).toHaveCount(0);
    for (const each of [friend, foe]) each.close();
  });

  await test.step('until the owner revokes it', async () => {
    await card.getByRole('button', { name: 'Revoke the link Club house' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  });
  await context.close();
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
