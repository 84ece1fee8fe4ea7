import { createReadStream } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import type { PutOptions } from './target.ts';

/** A server that takes nothing for so long is gone. */
const stallMs = 5 * 60_000;
/** One request of OpenSSH. */
const chunkBytes = 255 * 1_024;

interface Upload {
  readonly stream: Readable;
  readonly signal: AbortSignal;
  end(): void;
}

/** The bytes of a file, of which a few are in memory; its signal aborts with the given one, and when nobody reads on for minutes. */
export function uploadStream(path: string, { signal, onBytes }: PutOptions): Upload {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new DOMException('No byte for minutes', 'TimeoutError')), stallMs);
  let done = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      done += chunk.length;
      timer.refresh();
      onBytes(done);
      next(null, chunk);
    },
  });
  const file = createReadStream(path, { highWaterMark: chunkBytes });
  file.once('error', (error) => counter.destroy(error));
  return {
    stream: file.pipe(counter),
    signal: AbortSignal.any([signal, stalled.signal]),
    end: () => {
      clearTimeout(timer);
      file.destroy();
      counter.destroy();
    },
  };
}
