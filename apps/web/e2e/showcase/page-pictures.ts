import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import configuration from '../../playwright.config.ts';
import { adminPaths, guestPaths, openPaths, pagePaths, pathWith } from '../support/page-paths.ts';
import { openAs } from '../support/users.ts';
import type { Farm } from './fill-farm.ts';

const widths = [360, 820, 1440, 1920];
const themes = ['light', 'dark'];
/** Until the charts of a page have their lines, and until they are as wide as the page has become. */
const drawnAfterMs = 2_000;
const resizedAfterMs = 400;

/** Takes pictures of every page of the farm in a running product, as `<language>/<path>-<width>-<theme>.png`. */
export async function takePagePictures({ user, ids }: Farm, directory: string): Promise<void> {
  const browser = await chromium.launch(configuration.use?.launchOptions ?? {});
  const ownPaths = [...Object.values(pagePaths).flat(), ...adminPaths];
  try {
    for (const [language, locale] of Object.entries({ en: 'en-US', th: 'th-TH' })) {
      const newPage = () => browser.newPage({ locale, timezoneId: 'Asia/Bangkok', reducedMotion: 'reduce' });
      const shootAll = async (page: Page, paths: readonly string[]) => {
        for (const path of paths) {
          await page.goto('about:blank');
          await page.goto(user.http + pathWith(path, ids));
          await shoot(page, join(directory, language, path.replaceAll(/\W+/g, '-').slice(1)));
        }
      };
      const own = await newPage();
      await openAs(own, user);
      await shootAll(own, ownPaths);
      await shootAll(await newPage(), [...guestPaths, ...openPaths]);
    }
  } finally {
    await browser.close();
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .skeleton'));
  await scrollThrough(page);
  await page.waitForTimeout(drawnAfterMs);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(resizedAfterMs);
    for (const theme of themes) {
      await page.evaluate((to) => Object.assign(document.documentElement.dataset, { theme: to }), theme);
      await page.screenshot({ path: `${name}-${width}-${theme}.png`, fullPage: true });
    }
  }
}

/** Charts are drawn when they come into view. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    scrollTo(0, 0);
  });
}
