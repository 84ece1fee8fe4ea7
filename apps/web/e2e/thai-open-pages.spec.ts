import type { ActionableMessage } from '@cyno/contract';
import type { Page } from '@playwright/test';
import { totpAt } from '../../server/test/people/totp.ts';
import { openPaths } from './support/page-paths.ts';
import { expect, test } from './support/test.ts';
import { thaiFindings } from './support/thai-findings.ts';
import { newUser, product } from './support/users.ts';

// What a link without its token leads to is a refusal, which the browser notes.
test.use({ locale: 'th-TH', allowErrors: /Failed to load resource/ });
test.describe.configure({ mode: 'parallel' });

test('the pages before the login are in Thai', async ({ page }) => {
  const found: string[] = [];
  for (const path of openPaths) {
    // What differs in its hash alone would not be loaded again.
    await page.goto('about:blank');
    await page.goto(product.http + path);
    found.push(...(await thaiFindings(page, path)));
  }
  expect(found).toEqual([]);
});

test('the second step of a login is in Thai', async ({ page }) => {
  const user = await newUser();
  const { secret } = (await user.api('POST', '/api/second-step/totp')) as { secret: string };
  await user.api('POST', '/api/second-step/totp/confirm', { code: totpAt(secret, Date.now()) });
  await page.goto(`${product.http}/auth/login`);
  await page.getByLabel('อีเมล').fill(user.email);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await expect(page).toHaveURL(/second-step/);
  expect(await thaiFindings(page, 'second step')).toEqual([]);
});

/** A real link is in a mail, which takes a server of its own. */
async function openMessage(page: Page) {
  const message: ActionableMessage = {
    ...{ subject: 'โรงเรือน: ร้อนเกินไป', text: 'อุณหภูมิ 34 °C สูงกว่า 30 °C', severity: 'critical' },
    ...{ at: Date.now() - 120_000, link: '/alerts', mayAcknowledge: true, mayAct: true },
    alerts: { active: 1, acknowledged: 0, cleared: 0, snoozed: 0 },
    outputs: [0, 1].map((index) => ({
      ...{ espid: 'ESP32-1', device: 'โรงเรือน', online: true, pin: `D${index}`, name: `พัดลม ${index}` },
      ...{ locked: false, wanted: null, reported: index },
    })),
  };
  await page.route('**/api/public/message', (route) => route.fulfill({ json: message }));
  await page.route('**/api/public/message/receipts', (route) => route.fulfill({ status: 204 }));
  await page.goto(`${product.http}/message#${'a'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'ร้อนเกินไป' })).toBeVisible();
}

test('what a mail about an alert leads to is in Thai', async ({ page }) => {
  await openMessage(page);
  expect(await thaiFindings(page, 'message')).toEqual([]);
});
