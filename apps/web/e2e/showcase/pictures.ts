import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import configuration from '../../playwright.config.ts';
import type { User } from '../support/users.ts';
import type { Farm } from './fill-farm.ts';

const pictures = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url));
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function shoot(browser: Browser, user: User, request: { name: string; path: string; size?: typeof wide }) {
  const { name, path, size = wide } = request;
  const context = await browser.newContext({ viewport: size, timezoneId: 'Asia/Bangkok', locale: 'en-US' });
  await context.addInitScript(
    ([token, email, member, theme]) => {
      localStorage.setItem('accessToken', token ?? '');
      localStorage.setItem('userId', email ?? '');
      localStorage.setItem('member', member ?? '');
      localStorage.setItem('appearance', JSON.stringify({ theme }));
    },
    [user.token, user.email, user.member, name.endsWith('dark') ? 'dark' : 'light'],
  );
  const page = await context.newPage();
  await page.goto(user.http + path);
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'));
  await page.waitForTimeout(5_000);
  await page.screenshot({ path: join(pictures, `${name}.png`) });
  await context.close();
}

/** Takes the pictures of the README, of the farm in a running product, into `docs/pictures`. */
export async function takePictures({ user, ids }: Farm): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const browser = await chromium.launch(configuration.use?.launchOptions ?? {});
  const dashboard = `/dashboard/${ids.dashboard}`;
  const device = `/device/${ids.espid}`;
  try {
    for (const picture of [
      { name: 'devices-light', path: '/device' },
      { name: 'dashboard-light', path: dashboard },
      { name: 'dashboard-dark', path: dashboard },
      { name: 'dashboard-phone-light', path: dashboard, size: phone },
      { name: 'history-light', path: `${device}/History?range=24h` },
      { name: 'sharing-light', path: `${device}/Sharing` },
      { name: 'control-light', path: `${device}/Control` },
      { name: 'overview-dark', path: `${device}/Overview?range=24h` },
      { name: 'overview-phone-light', path: `${device}/Overview?range=24h`, size: phone },
    ]) {
      await shoot(browser, user, picture);
    }
  } finally {
    await browser.close();
  }
}
