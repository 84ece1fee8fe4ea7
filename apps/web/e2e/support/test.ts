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
  // Nobody reads what axe did not find fault with, and without frames it needs no second page to put its results together.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1);
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

/**
 * What is wrong with the page as it stands: what reaches beyond the right edge from 360 to 1440 px, and what axe finds at either end in
 * both themes. The light theme stays.
 */
export async function lookFindings(page: Page, what: string): Promise<string[]> {
  const findings: string[] = [];
  const show = (theme: string) =>
    page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    if (!(await fitsWidth(page))) findings.push(`${what} scrolls sideways at ${width} px`);
    if (width === 768) continue;
    for (const theme of ['dark', 'light']) {
      await show(theme);
      for (const finding of await axeFindings(page)) findings.push(`${what} at ${width} px, ${theme}: ${finding}`);
    }
  }
  return findings;
}
