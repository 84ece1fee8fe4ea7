import type { Page } from '@playwright/test';

/**
 * A page, or a state of one, as it is looked at in both themes and at three widths. `open` leads there, as somebody whom it makes itself,
 * and waits until what the state is about can be seen. What is on the way is looked at by `check`, with a name of its own: to load a page,
 * and to make somebody who has something to see there, costs more than to look.
 */
export interface PageView {
  readonly name: string;
  open(page: Page, boards: { stop(): Promise<void> }[], check: (name: string) => Promise<void>): Promise<unknown>;
}
