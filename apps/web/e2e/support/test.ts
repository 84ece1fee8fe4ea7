import { AxeBuilder } from '@axe-core/playwright';
import type { VirtualBoard } from '@cyno/virtual-board';
import { test as base, expect, type Page } from '@playwright/test';

/** Fails a journey in which the page logged an error or threw one, and stops the boards that it started. */
export const test = base.extend<{ boards: VirtualBoard[]; allowErrors: RegExp | undefined }>({
  /** Errors that belong to the story of a journey, such as a refused log-in. */
  allowErrors: [undefined, { option: true }],
  boards: async ({ browserName: _ }, use) => {
    const boards: VirtualBoard[] = [];
    await use(boards);
    await Promise.all(boards.map((board) => board.stop()));
  },
  page: async ({ page, allowErrors }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await use(page);
    expect(errors.filter((text) => !allowErrors?.test(text))).toEqual([]);
  },
});

export { expect };

/**
 * What axe finds on the page as it is now, as one line a finding. The themes differ in their colours alone, so that with the dark one
 * only these are looked at.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark');
  const axe = new AxeBuilder({ page });
  const { violations } = await (isDark ? axe.withRules('color-contrast') : axe).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** True when nothing reaches beyond the right edge, as soon as what follows the width in script has done so. */
export async function fitsWidth(page: Page): Promise<boolean> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  return expect
    .poll(() => page.evaluate(fits), { timeout: 5_000 })
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}
