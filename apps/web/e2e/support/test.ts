import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { VirtualBoard } from '@cyno/virtual-board';
import { test as base, expect, type Page } from '@playwright/test';

/**
 * Fails a journey in which the page logged an error or threw one, and stops the boards that it started. A 503 with `Retry-After` is none: on
 * a machine with much else to do the server may be too busy for a while, and the page has to cope with that.
 */
export const test = base.extend<{ boards: VirtualBoard[]; allowErrors: RegExp | undefined }>({
  /** Errors that belong to the story of a journey, such as a refused login. */
  allowErrors: [undefined, { option: true }],
  boards: async ({ browserName: _ }, use) => {
    const boards: VirtualBoard[] = [];
    await use(boards);
    await Promise.all(boards.map((board) => board.stop()));
  },
  page: async ({ page, allowErrors }, use) => {
    const errors: { text: string; url?: string }[] = [];
    const busy = new Set<string>();
    page.on('pageerror', ({ message }) => errors.push({ text: message }));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push({ text: message.text(), url: message.location().url });
    });
    page.on('response', (response) => {
      if (response.status() === 503 && 'retry-after' in response.headers()) busy.add(response.url());
    });
    await use(page);
    // A response that a route still waits for would end the whole run with an error when the page closes.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const isAllowed = ({ text, url = '' }: (typeof errors)[number]) =>
      allowErrors?.test(text) || (text.includes('status of 503') && busy.has(url));
    expect(errors.filter((error) => !isAllowed(error))).toEqual([]);
  },
});

export { expect };

type Theme = 'light' | 'dark';
type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;
type AxeOptions = Parameters<AxeBuilder['options']>[0];

declare global {
  interface Window {
    /** Axe itself, which `AxeBuilder` leaves in a page that it has looked at. */
    axe?: { run(on: Document, options: AxeOptions): Promise<AxeResults> };
  }
}

/** Less than half of what the builder sends to each page by itself. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe finds on the page as it is now, as one line a finding. The themes differ in their colours alone, so that with the dark one
 * only these are looked at.
 */
async function axeFindings(page: Page): Promise<string[]> {
  const isDark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark');
  // Nobody reads what axe did not find fault with.
  const options: AxeOptions = {
    resultTypes: ['violations'],
    ...(isDark && { runOnly: { type: 'rule', values: ['color-contrast'] } }),
  };
  const hasFrames = page.frames().length > 1;
  // To send axe to the page takes as long as to look.
  const again = hasFrames ? null : await page.evaluate((wanted) => window.axe?.run(document, wanted), options);
  // Without frames it needs no second page to put its results together.
  const { violations } =
    again ?? (await new AxeBuilder({ page, axeSource }).options(options).setLegacyMode(!hasFrames).analyze());
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** True when nothing reaches beyond the right edge, as soon as what follows the width in script has done so. */
async function fitsWidth(page: Page): Promise<boolean> {
  const fits = () =>
    new Promise<boolean>((resolve) => {
      const { documentElement: root } = document;
      // Script that follows the width has its turn with the next picture.
      const measure = () => resolve(root.scrollWidth <= root.clientWidth);
      requestAnimationFrame(() => requestAnimationFrame(measure));
    });
  return expect
    .poll(() => page.evaluate(fits))
    .toBe(true)
    .then(
      () => true,
      () => false,
    );
}

type Widths = readonly { width: number; themes: readonly Theme[] }[];

const inBothThemes: Widths = [
  { width: 360, themes: ['light', 'dark'] },
  { width: 768, themes: [] },
  { width: 1440, themes: ['dark', 'light'] },
];
/** For a page that is looked at in another language too: texts change names and lengths, neither colours nor what stands where. */
export const asTranslated: Widths = [
  { width: 1440, themes: [] },
  { width: 768, themes: [] },
  { width: 360, themes: ['light'] },
];

/**
 * What is wrong with the page as it stands: what reaches beyond the right edge from 360 to 1440 px, and what axe finds at either end in
 * both themes. The light theme stays.
 */
export async function viewFindings(page: Page, what: string, widths = inBothThemes): Promise<string[]> {
  const findings: string[] = [];
  const show = (theme: Theme) =>
    page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
  for (const { width, themes } of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (!(await fitsWidth(page))) findings.push(`${what} scrolls sideways at ${width} px`);
    for (const theme of themes) {
      await show(theme);
      for (const finding of await axeFindings(page)) findings.push(`${what} at ${width} px, ${theme}: ${finding}`);
    }
  }
  return findings;
}
