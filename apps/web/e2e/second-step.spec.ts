import type { Page } from '@playwright/test';
import { totpAt } from '../../server/test/totp.ts';
import { addAuthenticator, answerNothing } from './support/authenticator.ts';
import { expect, lookFindings, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

// A refused code is part of these stories, and so is a call that first needs a proof.
test.use({ allowErrors: /40[013]/ });

/** Browsers make passkeys for names only, so the product is visited by one. */
const site = () => product.http.replace('127.0.0.1', 'localhost');
const stepMs = 30_000;

const newVisitor = async (): Promise<User> => ({ ...(await newUser()), http: site() });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const twoStep = (page: Page) => section(page, 'Two-step log-in');
const codeField = (page: Page) => page.getByLabel('Code of the app');

/** The code of the next step: a code that was used does not work again, and this one is right, too. */
const nextCode = (secret: string) => totpAt(secret, Date.now() + stepMs);

async function secretOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Set up', exact: true }).click();
  const key = page.getByRole('dialog').locator('code');
  await expect(key).toBeVisible();
  const secret = (await key.textContent()) ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  return secret;
}

/** Sets two-step log-in up in the profile and answers what its owner keeps. */
async function turnOn(page: Page): Promise<{ secret: string; codes: string[] }> {
  const secret = await secretOf(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await codeField(page).fill(totpAt(secret, Date.now()));
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list).toBeVisible();
  const codes = await list.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByLabel('I have saved the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(twoStep(page).getByText('On', { exact: true })).toBeVisible();
  return { secret, codes };
}

/** The same over the API, where a journey is about something else. */
async function turnedOn(user: User): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await user.api('POST', '/api/second-step/totp')) as { secret: string };
  const code = totpAt(secret, Date.now());
  const answer = (await user.api('POST', '/api/second-step/totp/confirm', { code })) as { recoveryCodes: string[] };
  return { secret, codes: answer.recoveryCodes };
}

async function typePassword(page: Page, user: User, path = '/auth/login'): Promise<void> {
  await page.goto(site() + path);
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
  await expect(page).toHaveURL(/\/auth\/login/);
}

test('set up two-step log-in, log out, and log in with a code', async ({ page }) => {
  const user = await newVisitor();
  await openAs(page, user, '/profile');
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible();
  const { secret } = await turnOn(page);
  await expect(twoStep(page).getByText('10 of 10 left')).toBeVisible();
  await logOut(page);

  await typePassword(page, user, '/auth/login?next=%2Fprofile');
  await expect(page).toHaveURL(/\/auth\/second-step\?next=%2Fprofile$/);
  await codeField(page).fill('000000');
  await expect(page.getByText('That code is not right')).toBeVisible();
  await expect(codeField(page)).toHaveValue('');
  await page.reload();
  // Pasted as the app shows it; nobody need press the button.
  const code = nextCode(secret);
  await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL(/\/profile$/);
});

test('log in with a recovery code, which works once', async ({ page }) => {
  const user = await newVisitor();
  const { codes } = await turnedOn(user);
  for (const outcome of ['in', 'refused']) {
    await typePassword(page, user);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(codes[0]?.toLowerCase() ?? '');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    if (outcome === 'refused') await expect(page.getByText('or it was used before')).toBeVisible();
    else {
      await expect(page).toHaveURL(/\/device$/);
      await page.goto(`${site()}/profile`);
      await expect(twoStep(page).getByText('9 of 10 left')).toBeVisible();
      await logOut(page);
    }
  }
});

test('too many wrong codes lead back to the log-in', async ({ page }) => {
  const user = await newVisitor();
  await turnedOn(user);
  await typePassword(page, user);
  for (let i = 0; i < 5; i += 1) {
    await expect(codeField(page)).toHaveValue('');
    const answered = page.waitForResponse('**/api/auth/second-step');
    await codeField(page).fill(`00000${i}`);
    await answered;
  }
  await expect(page.getByRole('heading', { name: 'Log in again' })).toBeVisible();
  await expect(page.getByText('Too many wrong tries.')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await page.goto(`${site()}/auth/second-step`);
  await expect(page).toHaveURL(/\/auth\/login$/);
});

test('new recovery codes end the earlier ones, and turning it off ends the second step', async ({ page }) => {
  const user = await newVisitor();
  const { codes } = await turnedOn(user);
  await openAs(page, user, '/profile');
  await twoStep(page).getByRole('button', { name: 'New codes' }).click();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const fresh = await list.getByRole('listitem').allTextContents();
  expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('cyno-recovery-codes-localhost.txt');

  // Shown only once: neither Escape nor the button closes the dialog before they are saved.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Save the codes first')).toBeVisible();
  await page.getByLabel('I have saved the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(list).toBeHidden();

  await twoStep(page).getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible();
  await logOut(page);
  await typePassword(page, user);
  await expect(page).toHaveURL(/\/device$/);
});

test('add a passkey, log in with it alone, rename and remove it', async ({ page }) => {
  await addAuthenticator(page);
  const user = await newVisitor();
  await openAs(page, user, '/profile');
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(passkeys.getByText('Laptop')).toBeVisible();
  await expect(passkeys.getByText('never used')).toBeVisible();
  await logOut(page);

  await page.goto(`${site()}/auth/login?next=%2Fprofile`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(user.email);
  await expect(passkeys.getByText(/last used (now|\d+ s ago)/)).toBeVisible();

  await passkeys.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await passkeys.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('You have no passkeys')).toBeVisible();
  await logOut(page);

  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
});

test('a passkey as second step', async ({ page }) => {
  await addAuthenticator(page);
  const user = await newVisitor();
  await turnedOn(user);
  await openAs(page, user, '/profile');
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(passkeys.getByText('never used')).toBeVisible();
  await logOut(page);
  await typePassword(page, user);
  await expect(codeField(page)).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/device$/);
});

test('a passkey proves that it is still its owner, in place of the password', async ({ page }) => {
  await addAuthenticator(page);
  const user = await newVisitor();
  await openAs(page, user, '/profile');
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(passkeys.getByText('never used')).toBeVisible();
  // As the server answers ten minutes after the log-in.
  const body = JSON.stringify({ error: 'Prove that it is you: type your password again.', code: 'proof_needed' });
  const refusal = { status: 403, contentType: 'application/json', body };
  await page.route('**/api/second-step/totp', (route) => route.fulfill(refusal), { times: 1 });
  await twoStep(page).getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  const proved = page.waitForResponse((response) => response.url().endsWith('/api/auth/proof/passkey'));
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await proved).status()).toBe(200);
  await expect(page.getByRole('dialog', { name: 'Set up two-step log-in' })).toBeVisible();
});

test('a passkey that is not used leaves the log-in as it was', async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await answerNothing(authenticator);
  await page.goto(`${site()}/auth/login`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
});

test('where passkeys cannot work the page does not offer them, and says why', async ({ page }) => {
  const user = await newUser();
  await page.goto(`${product.http}/auth/login`);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
  await openAs(page, user, '/profile');
  await expect(section(page, 'Passkeys').getByText('Passkeys need an address with a name.')).toBeVisible();
});

test('what belongs to the second step is accessible and fits from 360 to 1440 px in both themes', async ({ page }) => {
  test.setTimeout(360_000);
  const findings: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const look = async (what: string) => {
    // What was pressed last must not be looked at with the pointer on it.
    await page.mouse.move(0, 0);
    findings.push(...(await lookFindings(page, what)));
  };
  await addAuthenticator(page);
  const user = await newVisitor();
  await openAs(page, user, '/profile#two-step');
  await expect(twoStep(page).getByText('Off', { exact: true })).toBeVisible();
  await look('profile-off');
  const secret = await secretOf(page);
  await look('setup-1-scan');
  await page.getByRole('button', { name: 'Next' }).click();
  await codeField(page).fill('000000');
  await expect(page.getByText('That code is not right')).toBeVisible();
  await look('setup-2-code');
  await codeField(page).fill(totpAt(secret, Date.now()));
  await expect(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await look('setup-3-codes');
  await page.getByLabel('I have saved the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  const passkeys = section(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible();
  await look('passkey-add');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(passkeys.getByText('never used')).toBeVisible();
  await look('profile-on');
  await passkeys.getByRole('button', { name: /^Remove/ }).click();
  await look('passkey-remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await logOut(page);
  await look('log-in');
  await typePassword(page, user);
  await expect(codeField(page)).toBeVisible();
  await look('second-step');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await look('second-step-recovery');
  expect(findings).toEqual([]);
});
