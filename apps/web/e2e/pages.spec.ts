import { expect, lookFindings, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

const guestPages = [
  '/auth/login',
  '/auth/login?setup=ABCD-EFGH',
  '/auth/reset-password',
  '/auth/login?mode=signup',
  '/auth/reset-password?token=x',
  '/auth/confirmEmail/failed',
  '/auth/confirmEmail/resentfailed',
  '/auth/keep',
  '/auth/keep?token=x',
  '/auth/access',
  '/auth/error',
  '/docs',
  '/no/such/page',
];
const tabs = ['Dashboard', 'Control', 'Console', 'Settings'];

let user: User;
let espid: string;

test.beforeAll(async () => {
  user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', kit: 'soil' });
  espid = board.espid;
  await expect
    .poll(async () => ((await user.api('GET', '/api/device/')) as { variables: unknown[] }[])[0]?.variables.length)
    .toBeGreaterThan(3);
  await board.stop();
  // A long name in Thai and a board that waits are part of an ordinary list.
  const other = await user.board({ name: 'เรือนเพาะชำต้นกล้าหลังบ้านคุณยายริมคลอง' });
  await other.stop();
});

test('pages are accessible and fit from 360 to 1440 px in both themes', async ({ page }) => {
  test.setTimeout(600_000);
  const findings: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of guestPages) await visit(path);
  await openAs(page, user);
  const tabPaths = tabs.map((tab) => `/device/${espid}/${tab}`);
  for (const path of ['/device', `/device/${espid}/Overview`, '/profile', '/bill', '/code', ...tabPaths])
    await visit(path);
  await lookAtProfileDialogs();
  await page.goto(`${product.http}/device`);
  await page.getByRole('button', { name: 'Add device' }).first().click();
  await expect(page.getByText('Waiting for your board')).toBeVisible();
  await look('Add device');
  await lookAtTheEndOfASession();
  expect(findings).toEqual([]);

  async function lookAtProfileDialogs() {
    await page.goto(`${product.http}/profile`);
    for (const [button, dialog] of [
      ['New token', 'New access token'],
      ['Delete my account…', 'Delete your account?'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('heading', { name: dialog })).toBeVisible();
      await look(dialog);
      await page.keyboard.press('Escape');
    }
  }

  async function lookAtTheEndOfASession() {
    const ended = await newUser();
    const fresh = await page.context().newPage();
    await openAs(fresh, ended, '/profile');
    await expect(fresh.getByRole('heading', { name: 'Active sessions' })).toBeVisible();
    await ended.api('POST', '/api/auth/logout');
    await expect(fresh.getByRole('heading', { name: 'Your session ended' })).toBeVisible();
    await look('Your session ended', fresh);
  }

  async function visit(path: string) {
    await page.goto(product.http + path);
    await look(path);
  }

  async function look(what: string, on = page) {
    await expect(on.getByRole('heading').first(), what).toBeVisible();
    findings.push(...(await lookFindings(on, what)));
  }
});
