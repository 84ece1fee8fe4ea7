import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileReason } from '../make-folder.ts';
import { StartError } from '../start-error.ts';
import type { BackupStore } from './backup-store.ts';
import type { OnProgress } from './progress.ts';
import { needSpace } from './space.ts';
import type { StoredBackup } from './stored-backup.ts';

interface Options {
  readonly backup: StoredBackup;
  readonly dataDirectory: string;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/** Fetches a backup from its target into the data directory for as long as `work` takes; throws a StartError when it is not what was stored. */
export async function withFetched<Result>(
  store: BackupStore,
  { backup, dataDirectory, signal, onProgress }: Options,
  work: (archive: string) => Promise<Result>,
): Promise<Result> {
  const folder = join(dataDirectory, 'backup', 'fetched');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await needSpace(folder, backup.bytes, 'a copy of the backup');
    const path = join(folder, backup.file);
    const hash = createHash('sha256');
    let done = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        hash.update(chunk);
        done += chunk.length;
        onProgress({ phase: 'fetching', done, all: backup.bytes });
        // Space was found for what is described, not for what never ends.
        if (done > backup.bytes) next(new Error('it is longer than what was stored'));
        else next(null, chunk);
      },
    });
    const source = await store.read(backup.file);
    await pipeline(source, measure, createWriteStream(path, { mode: 0o600 }), { signal }).catch((cause) => {
      if (signal.aborted) throw cause;
      throw new StartError(
        `${backup.file} could not be fetched from ${store.label}: ${fileReason(cause)}. Try again.`,
        {
          cause,
        },
      );
    });
    if (hash.digest('hex') !== backup.sha256) {
      throw new StartError(
        `${backup.file} in ${store.label} is damaged: it is not what was stored. Use another one. Nothing was changed.`,
      );
    }
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
