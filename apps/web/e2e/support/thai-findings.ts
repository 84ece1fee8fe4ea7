import type { Page } from '@playwright/test';
import { englishTexts } from './english-texts.ts';
import { smallTargets } from './small-targets.ts';
import { asTranslated, expect, viewFindings } from './test.ts';

/** What is wrong with a page in Thai: English texts, what a finger misses, what reaches beyond the edge, and what axe finds. */
export async function thaiFindings(page: Page, name: string): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .skeleton')).toHaveCount(0);
  const english = await englishTexts(page);
  await page.setViewportSize({ width: 820, height: 900 });
  return [...english, ...(await smallTargets(page)), ...(await viewFindings(page, name, asTranslated))];
}
