import { type DataDirectory, openDataDirectory } from '../data-directory.ts';
import type { Logger } from '../log/index.ts';
import { finishRestore } from './finish-restore.ts';

/**
 * Opens the data directory for a command, while no server runs on it. A restore that was interrupted is finished or cleaned up first, as at
 * the start of the server, and standard error has a sentence about it. Throws a StartError.
 */
export async function openForCommand(
  { dataDirectory, databaseUrl }: { dataDirectory: string; databaseUrl: string | null },
  log: Logger,
): Promise<DataDirectory> {
  const lock = await openDataDirectory(dataDirectory);
  try {
    const restored = await finishRestore(dataDirectory, { databaseUrl, log });
    if (restored) process.stderr.write(`${restored}\n`);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}
