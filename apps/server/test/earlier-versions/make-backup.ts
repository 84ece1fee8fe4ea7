import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/database/index.ts';
import { silentLogger } from '../log.ts';
import { startServerProcess } from '../processes/server-process.ts';
import { fillServer } from './account-data.ts';

/**
 * `node make-backup.ts <checkout> <version>` runs the server of a checkout that has its dependencies, fills it, and stores a backup of its rows
 * as `backups/<version>.tar.zst`, for `earlier-versions.test.ts`.
 */
const [checkout, version] = process.argv.slice(2);
if (!checkout || !version) throw new Error('Usage: node make-backup.ts <checkout> <version>');
const programOf = (name: string) => resolve(checkout, 'apps/server/src', name);
const directory = await mkdtemp(join(tmpdir(), 'cyno-make-'));
const data = join(directory, 'data');
await mkdir(data);
const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
const server = await startServerProcess(data, postgres.url, {}, programOf('main.ts'));
await fillServer(server, server.setupCode ?? '');
const backup = spawn(process.execPath, [programOf('backup.ts'), 'create'], {
  env: { PATH: process.env.PATH, DATA_DIR: data, DATABASE_URL: postgres.url },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [code] = await once(backup, 'exit');
if (code !== 0) throw new Error('The backup failed.');
await server.kill();
await postgres.stop();
const [made = ''] = await readdir(join(data, 'backups'));
await copyFile(join(data, 'backups', made), join(import.meta.dirname, 'backups', `${version}.tar.zst`));
await rm(directory, { recursive: true });
