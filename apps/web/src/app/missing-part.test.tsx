import { beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { MissingPart } from './missing-part.tsx';

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
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
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
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});
