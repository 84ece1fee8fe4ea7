import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, type User } from './support/users.ts';

let product: Product;
let directory: string;
let admin: User;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-invitation-'));
  product = await startProduct(directory, undefined, { SIGNUP: 'invite' });
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  admin = await newUser(product, { setupCode, name: 'host' });
});
test.afterAll(async () => {
  await product.stop();
  await rm(directory, { recursive: true, force: true });
});
test.use({ allowErrors: /403/ });

test('where sign-up is by invitation, its link lets somebody in, once', async ({ page }) => {
  const { link } = (await admin.api('POST', '/api/admin/invitations', {})) as { link: string };
  const signUp = async (email: string) => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  await page.goto(`${product.http}/auth/login`);
  await page.getByText('Sign up', { exact: true }).click();
  await signUp('uninvited@example.com');
  await expect(page.getByText('Type the code of your invitation.')).toBeVisible();
  await page.getByLabel('Invitation code').fill('not-a-code');
  await signUp('uninvited@example.com');
  await expect(page.getByText(/by invitation only/)).toBeVisible();

  await page.goto(product.http + new URL(link).pathname + new URL(link).search);
  await expect(page.getByLabel('Invitation code')).not.toHaveValue('');
  await signUp('guest@example.com');
  await expect(page.getByText('Your account is made')).toBeVisible();

  await page.goto(product.http + new URL(link).pathname + new URL(link).search);
  await signUp('another@example.com');
  await expect(page.getByText(/by invitation only/)).toBeVisible();
});
