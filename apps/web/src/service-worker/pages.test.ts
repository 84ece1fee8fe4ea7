import { beforeEach, expect, it, vi } from 'vitest';
import { respondToPage } from './pages.ts';

const host = 'https://cyno.example';
const page = (path: string) => new Request(host + path);
const stored = async (path: string) => new Response(`stored ${path}`);
const fromServer = vi.fn<() => Promise<Response>>();
const textFor = async (path: string, { base = '/', ...options }: { base?: string; waitMs?: number } = {}) =>
  (await respondToPage(page(path), stored, { scope: host + base, ...options })).text();

beforeEach(() => {
  fromServer.mockReset();
  vi.stubGlobal('fetch', fromServer);
});

it.each([200, 404, 500])('passes on what the server sends with %d', async (status) => {
  fromServer.mockResolvedValue(new Response('from the server', { status }));
  expect(await textFor('/device')).toBe('from the server');
});

it.each(['/', '/device', '/never/visited', '/kiosk?show=device:a', '/view/secret?kiosk', '/documents'])(
  'opens the app at %s without the server',
  async (path) => {
    fromServer.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await textFor(path)).toBe('stored index.html');
  },
);

it.each(['/docs/', '/docs/start/install/', '/api/docs', '/metrics'])(
  '%s says that it needs the server',
  async (path) => {
    fromServer.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await textFor(path)).toBe('stored offline.html');
  },
);

it.each([
  ['/cyno/device', 'index.html'],
  ['/cyno/docs/', 'offline.html'],
  ['/cyno/', 'index.html'],
])('knows %s where the server is below a path', async (path, file) => {
  fromServer.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await textFor(path, { base: '/cyno/' })).toBe(`stored ${file}`);
});

it.each([502, 503, 504])('takes a proxy that responds with %d for a server that is away', async (status) => {
  fromServer.mockResolvedValue(new Response('Bad gateway', { status }));
  expect(await textFor('/device')).toBe('stored index.html');
});

it('does not wait for a connection that delivers nothing', async () => {
  fromServer.mockReturnValue(new Promise(() => undefined));
  expect(await textFor('/device', { waitMs: 0 })).toBe('stored index.html');
});

it('fails as the browser does when nothing is stored', async () => {
  fromServer.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(respondToPage(page('/device'), async () => undefined, { scope: `${host}/` })).rejects.toThrow(
    'Failed to fetch',
  );
});
