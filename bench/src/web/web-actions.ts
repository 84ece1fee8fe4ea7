import type { Page } from 'playwright';

/** What people do most, and on which page; found by what is the same in every language. */
export const actions: readonly { name: string; page: string; run(page: Page): Promise<void> }[] = [
  {
    name: 'search a device',
    page: 'devices',
    run: async (page) => {
      // On a phone the search is folded; its button is the one that unfolds something.
      await page.locator('main button[aria-expanded="false"]').first().tap();
      await page.locator('main input[type="search"]').first().tap();
      await page.keyboard.type('board', { delay: 100 });
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'open the history of a device',
    page: 'device: Overview',
    run: async (page) => {
      await page.locator('main a[href$="/History"]').first().tap();
      await page.waitForFunction(() => Number.isFinite(window.probed().usableMs));
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'open the menu',
    page: 'one dashboard',
    run: async (page) => {
      await page.locator('header button').first().tap();
      await page.waitForTimeout(1_000);
    },
  },
];
