import { lazy, Suspense } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { MissingPart, PartBoundary, reloadOnce } from './missing-part.tsx';

const server = vi.fn<() => Promise<Response>>();
const reload = vi.fn<() => void>();

beforeEach(() => {
  server.mockReset();
  reload.mockReset();
  vi.stubGlobal('fetch', server);
});

it('takes the newer version of a server that responds', async () => {
  server.mockResolvedValue(new Response());
  await render(<MissingPart onReload={reload} />);
  await expect.poll(() => reload).toHaveBeenCalledOnce();
});

it.each([
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['behind a proxy whose server is away', async () => new Response('Bad gateway', { status: 502 })],
])('%s waits, and opens when the connection is back', async (_, respond) => {
  server.mockImplementation(respond);
  const screen = await render(<MissingPart onReload={reload} />);
  await expect.element(screen.getByRole('heading', { name: 'No connection' })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  server.mockResolvedValue(new Response());
  dispatchEvent(new Event('online'));
  await expect.poll(() => reload).toHaveBeenCalledOnce();
});

it('leaves the reload to its reader where storage is switched off', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(reloadOnce).not.toThrow();
});

it('keeps what stands around a part whose files did not come', async () => {
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  const Part = lazy(() =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/part.js')),
  );
  const screen = await render(
    <>
      <h1>Greenhouse</h1>
      <PartBoundary>
        <Suspense>
          <Part />
        </Suspense>
      </PartBoundary>
    </>,
  );
  await expect.element(screen.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Greenhouse' })).toBeVisible();
});
