import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startLineStandIn } from '../../../server/test/stand-ins/line-stand-in.ts';
import { startTestOidcProvider, type TestPerson } from '../../../server/test/stand-ins/oidc-provider.ts';
import { startProduct } from './product.ts';
import { newUser } from './users.ts';

/** A product of its own that takes the logins of a real OpenID provider and of a stand-in of LINE. */
export async function startProductWithServices(people: Record<string, TestPerson>) {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-e2e-'));
  const redirectUri = Promise.withResolvers<string>();
  const provider = await startTestOidcProvider({ redirectUri: redirectUri.promise, people });
  const line = await startLineStandIn();
  const product = await startProduct(directory, undefined, { ...provider.env, ...line.env });
  redirectUri.resolve(`${product.http}/auth/callback`);
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  await newUser(product, { setupCode, name: 'operator' });
  return {
    ...product,
    provider,
    line,
    async stop() {
      await product.stop();
      await provider.stop();
      await line.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type ProductWithServices = Awaited<ReturnType<typeof startProductWithServices>>;

/** Handles what the provider's own pages request in vain: a font of the internet and an icon. */
export async function furnishProvider(page: Page, { provider }: ProductWithServices): Promise<void> {
  await page.route('https://fonts.googleapis.com/**', (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  await page.route(`${provider.issuer}/favicon.ico`, (route) => route.fulfill({ contentType: 'image/png', body: '' }));
}

/** Fills in the provider's own pages: the login, and the consent, which is given or cancelled. */
export async function passProvider(page: Page, login: string, { cancel = false } = {}): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  if (cancel) await page.getByRole('link', { name: 'Cancel' }).click();
  else await page.getByRole('button', { name: 'Continue' }).click();
}
