import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  clearRestoreMark,
  endLeftBehind,
  endRestore,
  findRestoreMark,
  openDatabase,
  reach,
} from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import { StartError } from '../start-error.ts';
import { noteFile, readNote, unfinished, writeNote } from './put-in-place.ts';
import { openForRows } from './rows/row-source.ts';

interface Options {
  readonly databaseUrl: string | null;
  readonly log: Logger;
}

/**
 * Decides a restore that was to fill a database of the operator: when it has the rows, its files are to be moved in, else nothing was restored.
 * It may be killed at any step and be called again. Throws a StartError when the database cannot be reached.
 */
export async function settleFilling(dataDirectory: string, { databaseUrl, log }: Options): Promise<void> {
  const note = await readNote(dataDirectory);
  if (note?.mark === undefined) return;
  const { aside, mark } = note;
  if (databaseUrl === null) {
    if (note.step === 'filling') return rm(join(dataDirectory, noteFile));
    throw new StartError(
      'A restore into the database of DATABASE_URL was interrupted when its rows were there. Set DATABASE_URL again, so that it can be finished.',
    );
  }
  await reachDatabase(databaseUrl, log);
  const client = await openForRows(databaseUrl);
  try {
    if (note.step === 'filling') {
      await endRestore(client, mark);
      if ((await findRestoreMark(client)) !== mark) return await rm(join(dataDirectory, noteFile));
      // The mark cannot go before: without it the rows would count as those of nobody.
      await writeNote(dataDirectory, { aside, step: 'filled', mark });
    }
    if ((await findRestoreMark(client)) === mark) await clearRestoreMark(client);
  } finally {
    await client.end();
  }
  await arrangeFiles(join(dataDirectory, unfinished), log);
  await writeNote(dataDirectory, { aside, step: 'moving aside' });
}

async function reachDatabase(url: string, log: Logger): Promise<void> {
  const database = openDatabase(url, { log, maxConnections: 1 });
  try {
    await reach(database, url);
  } catch (cause) {
    throw new StartError(
      `A restore was interrupted, and only the database knows how far. ${(cause as Error).message}`,
      {
        cause,
      },
    );
  } finally {
    await database.close();
  }
}

/** Leaves only the files that are moved in: the rows are in the database. */
async function arrangeFiles(folder: string, log: Logger): Promise<void> {
  await endLeftBehind(join(folder, 'postgres'), log);
  for (const name of ['cluster', 'postgres'])
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
  const files = join(folder, 'cyno', 'files');
  for (const name of await readdir(files).catch(ignoreMissing)) await rename(join(files, name), join(folder, name));
  await rm(join(folder, 'cyno'), { recursive: true, force: true });
}

function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
