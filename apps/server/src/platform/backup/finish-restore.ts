import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endLeftBehind } from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import { finishMoves, noteFile, unfinished } from './put-in-place.ts';
import { settleFilling } from './settle-filling.ts';

interface Options {
  /** Of the database of the operator; null: the embedded one. */
  readonly databaseUrl: string | null;
  readonly log: Logger;
}

/**
 * Finishes what `planRestore`, `prepareRestore` or `putInPlace` began, also when it was killed in the middle, and removes what was prepared for nothing. Returns
 * what became of the data, as a sentence; undefined when nobody restored anything. The caller holds the lock of the data directory.
 */
export async function finishRestore(dataDirectory: string, options: Options): Promise<string | undefined> {
  await settleFilling(dataDirectory, options);
  const aside = await finishMoves(dataDirectory);
  if (aside !== undefined) {
    const path = join(dataDirectory, aside);
    return `A backup was put in place.${existsSync(path) ? ` The previous data is in ${path}.` : ''}`;
  }
  await rm(join(dataDirectory, `${noteFile}.part`), { force: true });
  const folder = join(dataDirectory, unfinished);
  // Empty it is what the moves leave at their end.
  if ((await readdir(folder).catch(ignoreMissing)).length === 0) {
    await rm(folder, { recursive: true, force: true });
    return undefined;
  }
  // It never came so far that it counts.
  await removeRestored(folder, options.log);
  return 'A restore was interrupted before its data was complete. The data is as it was before.';
}

/** Removes a folder with restored data, on which the database of a process that was killed may still run. */
export async function removeRestored(folder: string, log: Logger): Promise<void> {
  await endLeftBehind(join(folder, 'postgres'), log);
  // What that process began to write may come meanwhile.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}

function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error;
  return [];
}
