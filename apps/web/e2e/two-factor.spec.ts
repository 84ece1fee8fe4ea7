import type { Page } from '@playwright/test';
import { totpAt } from '../../server/test/people/totp.ts';
import { addAuthenticator, respondNothing } from './support/authenticator.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

// A refused code is part of these stories, and so is a call that first needs a proof.
test.use({ allowErrors: /40[013]/ });

/** Browsers make passkeys for names only, so the product is visited by one. */
const site = () => product.http.replace('127.0.0.1', 'localhost');
const stepMs = 30_000;

const newVisitor = async (): Promise<User> => ({ ...(await newUser()), http: site() });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const twoStep = (page: Page) => section(page, 'Two-factor authentication');
const codeField = (page: Page) => page.getByLabel('Code from the app');
const codeList = (page: Page) => page.getByRole('list', { name: 'Recovery codes' });

/** What the list of recovery codes shows; its owner confirms that they are saved. */
async function takeCodes(page: Page): Promise<string[]> {
  await expect(codeList(page).getByRole('listitem')).toHaveCount(10);
  const codes = await codeList(page).getByRole('listitem').allTextContents();
  await page.getByLabel('I have saved the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(codeList(page)).toBeHidden();
  return codes;
}

async function login(page: Page, user: User): Promise<void> {
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

async function logOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /profile/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
}

test('set up two-step login, and log in with a code and with a recovery code', async ({ page }) => {
  const user = await newVisitor();
  await openAs(page, user, '/profile');
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible();
  await twoStep(page).getByRole('button', { name: 'Set up', exact: true }).click();
  const key = page.getByRole('dialog').locator('code');
  await expect(key).toHaveText(/^[A-Z2-7]{32}$/);
  const secret = (await key.textContent()) ?? '';
  await page.getByRole('button', { name: 'Next' }).click();
  await codeField(page).fill(totpAt(secret, Date.now()));
  const first = await takeCodes(page);
  await expect(twoStep(page).getByText('On', { exact: true })).toBeVisible();
  await expect(twoStep(page).getByText('10 of 10 left')).toBeVisible();

  await twoStep(page).getByRole('button', { name: 'New codes' }).click();
  await page.getByRole('button', { name: 'Create new codes' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('cyno-recovery-codes-localhost.txt');
  const codes = await takeCodes(page);
  expect(codes.filter((code) => first.includes(code))).toEqual([]);
  await logOut(page);

  await page.goto(`${site()}/auth/login?next=%2Fprofile`);
  await login(page, user);
  await expect(page).toHaveURL(/\/auth\/second-step\?next=%2Fprofile$/);
  await codeField(page).fill('000000');
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  await page.reload();
  // Pasted as the app shows it; nobody need press the button. A used code does not work again, but that of the next step is right, too.
  const code = totpAt(secret, Date.now() + stepMs);
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL(/\/profile$/);
  await logOut(page);

  await login(page, user);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/device$/);
  await page.goto(`${site()}/profile`);
  await expect(twoStep(page).getByText('9 of 10 left')).toBeVisible();
  await twoStep(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible();
  await logOut(page);
  await login(page, user);
  await expect(page).toHaveURL(/\/device$/);
});

test('add a passkey, log in with it alone and as two-factor step, prove oneself with it, rename and remove it', async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page);
  const user = await newVisitor();
  await openAs(page, user, '/profile');
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(passkeys.getByText('Laptop')).toBeVisible();
  await expect(passkeys.getByText('never used')).toBeVisible();

  await test.step('it proves that it is still its owner, in place of the password', async () => {
    // As the server responds ten minutes after the login.
    const json = { error: 'Prove that it is you: type your password again.', code: 'proof_needed' };
    await page.route('**/api/second-step/totp', (route) => route.fulfill({ status: 403, json }), { times: 1 });
    await twoStep(page).getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' });
    const proved = page.waitForResponse((response) => response.url().endsWith('/api/auth/proof/passkey'));
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    expect((await proved).status()).toBe(200);
    await expect(page.getByRole('dialog', { name: 'Set up two-factor authentication' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const { secret } = (await user.api('POST', '/api/second-step/totp')) as { secret: string };
  await user.api('POST', '/api/second-step/totp/confirm', { code: totpAt(secret, Date.now()) });
  await logOut(page);
  await page.goto(`${site()}/auth/login?next=%2Fprofile`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(user.email);
  await expect(passkeys.getByText(/last used/)).toBeVisible();
  await logOut(page);

  await login(page, user);
  await expect(codeField(page)).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/device$/);

  await page.goto(`${site()}/profile`);
  await passkeys.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await passkeys.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('No passkeys yet')).toBeVisible();
  await logOut(page);

  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey was not accepted.')).toBeVisible();
  await respondNothing(authenticator);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});
