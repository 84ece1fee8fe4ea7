import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { TarHeader } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import { fileReason } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import { type RowSource, rowsIn, rowTablesSchema } from '../rows/row-source.ts';
import { needSpace } from '../space.ts';
import { archiveFormats, type Checks, checksSchema, type Manifest, manifestSchema, names } from './manifest.ts';
import { damaged, readTar } from './read-archive.ts';

/** What a disk writes beside the commits of the database without making them wait. */
const gentleBytesPerSecond = 48 * 1024 ** 2;
const minPauseMs = 20;
/** So often it is looked whether the disk has room for more. */
const checkedBytes = 32 * 1024 ** 2;

/** Where the parts of an archive were unpacked. */
export interface Unpacked {
  readonly cluster: string;
  readonly files: string;
  readonly checks: Checks;
  readonly manifest: Manifest;
  /** What is known of the rows, where the archive holds such. */
  readonly rows: RowSource | undefined;
}

interface UnpackOptions {
  readonly into: string;
  readonly passphrase: string | null;
  readonly signal: AbortSignal;
  /** A server may run beside: it is unpacked so slowly that the disk has room for others. */
  readonly scratch: boolean;
}

/** Unpacks an archive into an empty directory and compares its files with their checksums; throws a StartError. */
export async function unpackArchive(
  path: string,
  { into, passphrase, signal, scratch }: UnpackOptions,
): Promise<Unpacked> {
  const cluster = join(into, 'cluster');
  try {
    const tar = await readTar(path, passphrase);
    const unpacked = unpackTar(cluster, { strict: true, filter: refuseOthers });
    const bounded = (chunks: AsyncIterable<Buffer>) => whileThereIsSpace(chunks, into);
    if (scratch) await pipeline(tar, bounded, slowly, unpacked, { signal });
    else await pipeline(tar, bounded, unpacked, { signal });
    const own = join(into, 'cyno');
    const checks = checksSchema.parse(JSON.parse(await readFile(join(cluster, names.checks), 'utf8')));
    for (const [name, sha256] of Object.entries(checks.files)) {
      if ((await sha256Of(join(cluster, name))) !== sha256) throw damaged(new Error(`${name} has another checksum`));
    }
    await rename(join(cluster, 'cyno'), own);
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(own, 'manifest.json'), 'utf8')));
    const rows = manifest.format === archiveFormats.rows ? await openRows(own) : undefined;
    return { cluster, files: join(own, 'files'), checks, manifest, rows };
  } catch (error) {
    if (error instanceof StartError || signal.aborted) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EACCES') {
      throw new StartError(`The backup cannot be unpacked in ${into}: ${fileReason(error)}. Nothing was changed.`, {
        cause: error,
      });
    }
    throw damaged(error);
  }
}

/** Cyno writes nothing else, and links may lead out of the directory. */
function refuseOthers({ name, type }: TarHeader): boolean {
  if (type === 'file' || type === 'directory') return true;
  throw damaged(new Error(`${name} is a ${type}`));
}

/** An archive may unpack to more than its manifest has. */
async function* whileThereIsSpace(chunks: AsyncIterable<Buffer>, into: string): AsyncGenerator<Buffer> {
  let unchecked = checkedBytes;
  for await (const chunk of chunks) {
    unchecked += chunk.length;
    if (unchecked >= checkedBytes) {
      await needSpace(into, unchecked, 'the restored data');
      unchecked = 0;
    }
    yield chunk;
  }
}

/** What was slower for a while is not caught up with, which would be the burst that boards wait for. */
async function* slowly(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let dueAt = 0;
  for await (const chunk of chunks) {
    yield chunk;
    dueAt = Math.max(dueAt, performance.now()) + (chunk.length / gentleBytesPerSecond) * 1_000;
    const aheadMs = dueAt - performance.now();
    if (aheadMs > minPauseMs) await pause(aheadMs);
  }
}

async function openRows(own: string): Promise<RowSource> {
  const tables = rowTablesSchema.parse(JSON.parse(await readFile(join(own, 'tables.json'), 'utf8')));
  return rowsIn(join(own, 'rows'), tables);
}

/** SHA-256 (hex) of a file. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}
