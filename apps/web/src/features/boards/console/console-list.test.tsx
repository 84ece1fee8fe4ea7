import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderInApp } from '../../../../test/render.tsx';
import { ApiError } from '../../../lib/api/api-client.ts';
import { ConsoleList } from './console-list.tsx';

const older = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null,
  fetchNextPage: async () => undefined,
};

it('announces no line by itself: a board may write several a second', async () => {
  await renderInApp(
    <ConsoleList
      lines={[{ id: 1, at: 1, kind: 'debug', text: 'loop', raw: null, run: null }]}
      search=""
      named={{ outputs: [], events: [] }}
      query={{ ...older, hasNextPage: false }}
    />,
  );
  await expect.element(page.getByRole('log', { name: 'Console lines' })).toHaveAttribute('aria-live', 'off');
});

it('shows that older lines did not load, and offers them again', async () => {
  await renderInApp(
    <ConsoleList
      lines={[{ id: 1, at: 1, kind: 'debug', text: 'loop', raw: null, run: null }]}
      search=""
      named={{ outputs: [], events: [] }}
      query={{
        ...older,
        isFetchNextPageError: true,
        error: new ApiError('Can’t connect.', { status: 0, code: 'offline' }),
      }}
    />,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('Can’t connect.');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
