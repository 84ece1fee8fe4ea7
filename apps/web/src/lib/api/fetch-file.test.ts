import { afterEach, expect, it, vi } from 'vitest';
import { fetchBlob } from './fetch-file.ts';

afterEach(() => vi.unstubAllGlobals());

const brokenBy = (cause: Error) =>
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start: (body) => body.error(cause) })));

it('makes a file that breaks off into a temporary error', async () => {
  brokenBy(new TypeError('network error'));
  await expect(fetchBlob('/file')).rejects.toMatchObject({
    code: 'offline',
    message: "Can't connect to server",
    isTemporary: true,
  });
});

it('passes an abort on as it is', async () => {
  brokenBy(new DOMException('Aborted.', 'AbortError'));
  await expect(fetchBlob('/file', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});
