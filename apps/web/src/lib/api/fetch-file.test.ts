import { afterEach, expect, it, vi } from 'vitest';
import { fetchBlob, fetchFile } from './fetch-file.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

it('waits for the response as long as it is given, and for its content without a bound', async () => {
  vi.useFakeTimers();
  let signal: AbortSignal | null | undefined;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    signal = init.signal;
    if (path === '/file') return new Response('content');
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal?.reason)));
  });
  const response = await fetchFile('/file', { timeoutMs: 60_000 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(signal?.aborted).toBe(false);
  expect(await response.text()).toBe('content');
  const failed = expect(fetchFile('/dead', { timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'offline' });
  await vi.advanceTimersByTimeAsync(60_000);
  await failed;
});
