import { expect, test, viewFindings } from './support/test.ts';
import { product } from './support/users.ts';

// A refused login is part of the story.
test.use({ allowErrors: /401/, locale: 'th-TH', viewport: { width: 360, height: 780 } });

test('in Thai on a phone: sign up, log in, and another language in the profile', async ({ page }) => {
  const email = `somchai-${process.pid}@example.com`;
  const password = 'Green-house-77';
  await page.goto(`${product.http}/auth/login?mode=signup`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await page.getByLabel('อีเมล').fill(email);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'สร้างบัญชี' }).click();
  await expect(page.getByText('สร้างบัญชีแล้ว เข้าสู่ระบบเพื่อเริ่มใช้งาน')).toBeVisible();
  expect(await viewFindings(page, 'the login page in Thai')).toEqual([]);

  await test.step('a refusal of the server is in Thai as well', async () => {
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
    await expect(page.getByText('อีเมลหรือรหัสผ่านไม่ถูกต้อง')).toBeVisible();
  });
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await expect(page).toHaveURL(/\/device$/);

  await page.goto(`${product.http}/profile`);
  await expect(page.getByRole('heading', { name: 'โปรไฟล์', level: 1 })).toBeVisible();
  const card = page.getByRole('region', { name: 'โปรไฟล์', exact: true });
  await expect(card.getByRole('button', { name: /ภาษา/ })).toContainText('ไทย');
  expect(await viewFindings(page, 'the profile in Thai')).toEqual([]);

  await card.getByRole('button', { name: /ภาษา/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await card.getByRole('button', { name: 'บันทึก', exact: true }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
