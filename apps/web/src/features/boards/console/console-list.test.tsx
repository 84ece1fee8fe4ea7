import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { ConsoleList } from './console-list.tsx';

it('announces no line by itself: a board may write several a second', async () => {
  await renderInApp(
    <ConsoleList
      lines={[{ id: 1, at: 1, kind: 'debug', text: 'loop', raw: null, run: null }]}
      search=""
      named={{ outputs: [], events: [] }}
      hasOlder={false}
      isReading={false}
      onOlder={() => undefined}
    />,
  );
  await expect.element(page.getByRole('log', { name: 'Console lines' })).toHaveAttribute('aria-live', 'off');
});
