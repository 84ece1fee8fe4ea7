import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { packTar } from 'modern-tar/fs';

/** The end of a tar archive: two blocks of zeros. */
const endBytes = 1_024;
export const tarEnd = Buffer.alloc(endBytes);

/** A file on its way into an archive; `size` is exactly what `content` gives. */
export interface TarFile {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** Yields a tar archive without its end, so that another can follow. */
export async function* withoutEnd<Result>(archive: AsyncIterator<Buffer, Result>): AsyncGenerator<Buffer, Result> {
  let held: Buffer = Buffer.alloc(0);
  for (;;) {
    const next = await archive.next();
    if (next.done) return next.value;
    const bytes = held.length > 0 ? Buffer.concat([held, next.value]) : next.value;
    const free = Math.max(bytes.length - endBytes, 0);
    if (free > 0) yield bytes.subarray(0, free);
    held = bytes.subarray(free);
  }
}

/** Yields the entry of a file, and returns its SHA-256 (hex). */
export async function* tarEntry({ name, size, content }: TarFile): AsyncGenerator<Buffer, string> {
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const stream = Readable.from(hashed(), { objectMode: false });
  const entry = packTar([{ type: 'stream', target: name, size, content: stream, mode: 0o600 }]);
  yield* withoutEnd(entry[Symbol.asyncIterator]());
  return hash.digest('hex');
}

export function tarText(name: string, text: string): AsyncGenerator<Buffer, string> {
  const content = Buffer.from(text);
  return tarEntry({ name, size: content.length, content: [content] });
}
