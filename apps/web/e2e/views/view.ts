import type { Page } from '@playwright/test';

/**
 * A page, or a state of one, as it is looked at in both themes and at three widths. `open` leads there, as somebody whom it makes itself,
 * and waits until what the state is about can be seen.
 */
export interface PageView {
  readonly name: string;
  open(page: Page, boards: { stop(): Promise<void> }[]): Promise<unknown>;
}
