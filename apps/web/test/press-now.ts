import type { Locator } from 'vitest/browser';

/** Presses at once. The clicks of the browser's driver take their time, and meanwhile timers continue that a test holds. */
export async function pressNow(locator: Locator): Promise<void> {
  (locator.element() as HTMLElement).click();
  // React renders what a press changed in a microtask.
  await Promise.resolve();
}
