import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { uploadFile } from './import-calls.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that takes the pieces of a file, but for the first `silent` of them: their connections are dead. */
function serverAfter(silent: number) {
  let pieces = 0;
  vi.stubGlobal('fetch', async (_path: string, { method, signal }: RequestInit) => {
    if (method === 'POST') return Response.json({ id: 'f1' });
    pieces += 1;
    if (pieces > silent) return new Response(null, { status: 204 });
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  return () => pieces;
}

const upload = () =>
  uploadFile('E1', new File(['time;temp'], 'values.csv'), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });

it('sends a piece again whose connection is dead', async () => {
  const pieces = serverAfter(1);
  const sent = upload();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await sent).toBe('f1');
  expect(pieces()).toBe(2);
});

it('reports that the server cannot be reached when it stays so', async () => {
  serverAfter(Number.POSITIVE_INFINITY);
  const failed = expect(upload()).rejects.toMatchObject({ code: 'offline' });
  await vi.advanceTimersByTimeAsync(240_000);
  await failed;
});
