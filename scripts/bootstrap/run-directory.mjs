import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * A directory for what a run of tests writes, in memory where Linux has room for it there: PostgreSQL copies a database in 15 ms instead
 * of 400. Whoever makes it removes it.
 */
export async function makeRunDirectory() {
  const freeBytes = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const directory = await mkdtemp(join(freeBytes >= neededBytes ? memory : tmpdir(), 'cyno-run-'));
  // PostgreSQL does not run as root; the user that it runs as then passes through.
  await chmod(directory, 0o711);
  return directory;
}
