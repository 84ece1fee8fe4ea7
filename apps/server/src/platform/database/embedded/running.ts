import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { passwordFileOf } from './password.ts';

/**
 * The address of the PostgreSQL that a running Cyno has on `directory`, undefined when none responds. It stands in
 * `postmaster.pid`: https://www.postgresql.org/docs/current/storage-file-layout.html (line 4: port, 5: socket directory, 6: host).
 */
export async function findRunningPostgres(directory: string): Promise<string | undefined> {
  const pidFile = await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , port, socketDirectory, host] = pidFile.split('\n').map((line) => line.trim());
  if (!port) return undefined;
  const password = (await readFile(passwordFileOf(directory), 'utf8').catch(() => '')).trim();
  const url = socketDirectory
    ? `postgres://cyno:${password}@localhost:${port}/cyno?host=${encodeURIComponent(socketDirectory)}`
    : `postgres://cyno:${password}@${host || '127.0.0.1'}:${port}/cyno`;
  return (await isReachable(url)) ? url : undefined;
}

async function isReachable(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
