import { englishTexts } from './support/english-texts.ts';
import { expect, test } from './support/test.ts';
import { product } from './support/users.ts';

// A refused login is part of the story.
test.use({ allowErrors: /401/, locale: 'th-TH', viewport: { width: 360, height: 780 } });

test('in Thai on a phone: from the login page to a switched output, and another language in the profile', async ({
  page,
}) => {
  const email = `somchai-${process.pid}@example.com`;
  const password = 'Green-house-77';
  await page.goto(`${product.http}/auth/login?mode=signup`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await page.getByLabel('อีเมล').fill(email);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  expect(await englishTexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'สร้างบัญชี' }).click();
  await expect(page.getByText('สร้างบัญชีแล้ว เข้าสู่ระบบเพื่อเริ่มใช้งาน')).toBeVisible();

  await test.step('a refusal of the server is in Thai as well', async () => {
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
    await expect(page.getByText('อีเมลหรือรหัสผ่านไม่ถูกต้อง')).toBeVisible();
    expect(await englishTexts(page)).toEqual([]);
  });
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ', exact: true }).click();
  await expect(page).toHaveURL(/\/device$/);

  await test.step('without a board: a virtual one shows its values', async () => {
    await expect(page.getByRole('button', { name: 'ลองโดยไม่ต้องมีบอร์ด' }).first()).toBeVisible();
    expect(await englishTexts(page)).toEqual([]);
    await page.getByRole('button', { name: 'ลองโดยไม่ต้องมีบอร์ด' }).first().click();
    await expect(page).toHaveURL(/\/Overview/);
    await expect(page.getByRole('main').getByText('อุณหภูมิ').first()).toBeVisible();
    expect(await englishTexts(page)).toEqual([]);
  });

  await test.step('an output is set up, switched on, and confirmed by the board', async () => {
    await page.getByRole('main').getByRole('button', { name: 'เพิ่มเติม' }).click();
    await page.getByRole('menuitem', { name: 'ควบคุม' }).click();
    await page.getByText(/ขาที่ไม่ได้ใช้|ขาทั้งหมด/).click();
    // A name that nobody sees has no marks.
    await page.getByRole('button', { name: 'ตั้งค่าขา' }).first().click();
    expect(await englishTexts(page)).toEqual([]);
    await page.getByLabel('ชื่อ', { exact: true }).fill('ปั๊มน้ำ');
    await page.getByRole('button', { name: 'บันทึก', exact: true }).click();
    await page.getByRole('switch', { name: 'ปั๊มน้ำ' }).click();
    await expect(page.getByRole('switch', { name: 'ปั๊มน้ำ' })).toBeChecked();
    await expect(page.getByRole('region', { name: 'คำสั่งล่าสุด' })).toContainText('ปั๊มน้ำ');
    expect(await englishTexts(page)).toEqual([]);
  });

  await page.goto(`${product.http}/profile`);
  await expect(page.getByRole('heading', { name: 'โปรไฟล์', level: 1 })).toBeVisible();
  await page.getByText('บัญชี', { exact: true }).click();
  const card = page.getByRole('region', { name: 'โปรไฟล์', exact: true });
  await expect(card.getByRole('button', { name: /ภาษา/ })).toContainText('ไทย');

  await card.getByRole('button', { name: /ภาษา/ }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await card.getByRole('button', { name: 'บันทึก', exact: true }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
