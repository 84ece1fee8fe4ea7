import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FirstLoad } from './first-load.ts';

const server = createServer((_, response) => response.end('{"name":"North"}'));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

const timeout = new AbortController();
const page: FirstLoad = {
  start: '/auth/login',
  frameRequests: [],
  files: [],
  pages: [{ path: '/auth/login', isOpen: true, files: [], texts: {}, requests: ['/api/config'] }],
};

beforeEach(() => {
  const { fetch } = globalThis;
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  vi.stubGlobal('firstLoad', page);
  vi.stubGlobal('location', { pathname: '/auth/login' });
  vi.stubGlobal('document', { currentScript: { src: `${base}first-load.js` } });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, base), init));
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
});
afterEach(() => {
  globalThis.firstResponses = undefined;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('has the whole response for a call that comes after its timeout', async () => {
  await import('./first-load.ts');
  const response = await globalThis.firstResponses?.byAddress.get('/api/config');
  timeout.abort();
  expect(await response?.json()).toEqual({ name: 'North' });
});
