import type { Page } from '@playwright/test';

/**
 * What a finger would miss on a touch screen: controls of less than 40 px to either side, as one line each. Links within a sentence do not count,
 * nor what is out of view until the keyboard reaches it.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  // The page takes the pointer for a finger: `pointer: coarse`.
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches);
    return await page.evaluate(() => {
      const least = 39.5;
      const controls =
        'a[href], button, input, select, textarea, [role="button"], [role="tab"], [role="menuitem"], [role="option"]';
      /** Whether only a screen reader finds it. */
      const isCutOff = (element: Element): boolean =>
        getComputedStyle(element).clipPath === 'inset(50%)' ||
        (element.parentElement !== null && isCutOff(element.parentElement));
      /** Whether it is a word of a sentence. */
      const isWord = (element: Element) =>
        element.matches('button.link') &&
        [...(element.parentNode?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        );
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        const { display, opacity } = getComputedStyle(element);
        const isInText = (element.tagName === 'A' && display === 'inline') || isWord(element);
        return (
          width > 1 && height > 1 && opacity !== '0' && !isInText && !isCutOff(element) && element.checkVisibility()
        );
      };
      /** Whether a press so far from its middle still reaches it: by a larger area around it, or by its label. */
      const isReached = (element: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        const label = hit?.closest('label');
        return (
          hit === null || element.contains(hit) || (label !== null && label !== undefined && label.control === element)
        );
      };
      const isSmall = (element: Element) => {
        const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((box) =>
          box.getBoundingClientRect(),
        );
        if (boxes.some(({ width, height }) => width >= least && height >= least)) return false;
        element.scrollIntoView({ block: 'center', inline: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const far = least / 2;
        const isWide = width >= least || (isReached(element, x - far, y) && isReached(element, x + far, y));
        const isHigh = height >= least || (isReached(element, x, y - far) && isReached(element, x, y + far));
        return !isWide || !isHigh;
      };
      return [...document.querySelectorAll(controls)]
        .filter(
          (element) =>
            !element.closest('[inert], [aria-hidden="true"], .layout-skip') && isSeen(element) && isSmall(element),
        )
        .map((element) => {
          const { width, height } = element.getBoundingClientRect();
          const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
          return `too small for a finger: ${element.className || element.tagName} “${name.trim().slice(0, 40)}”, ${Math.round(width)} × ${Math.round(height)}`;
        });
    });
  } finally {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await devtools.detach();
  }
}
