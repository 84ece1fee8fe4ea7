import { names } from '../archive/manifest.ts';
import { tarEntry, tarText } from '../archive/tar.ts';
import type { OnProgress } from '../progress.ts';
import type { RowSource } from './row-source.ts';

/** An entry of a tar archive has its length before its content, so that so much of a table is in memory. */
const partBytes = 4 * 1024 ** 2;

interface Options {
  /** About, of the whole database. */
  readonly bytes: number;
  readonly onProgress: OnProgress;
}

/** Yields the entries with all rows, and returns their checksums by name. */
export async function* rowEntries(
  source: RowSource,
  { bytes, onProgress }: Options,
): AsyncGenerator<Buffer, Record<string, string>> {
  const { tables, sequences } = source;
  const files: Record<string, string> = {};
  files[names.tables] = yield* tarText(names.tables, JSON.stringify({ tables, sequences }));
  let done = 0;
  for (const table of tables) {
    let number = 0;
    for await (const part of inParts(source.read(table))) {
      // As many digits as sort well.
      const name = `${names.rows}${table.name}/${String(number++).padStart(8, '0')}`;
      files[name] = yield* tarEntry({ name, size: part.length, content: [part] });
      done += part.length;
      onProgress({ phase: 'copying', done: Math.min(done, bytes), all: bytes });
    }
  }
  return files;
}

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < partBytes) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}
