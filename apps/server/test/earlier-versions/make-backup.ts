import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../../src/platform/database/index.ts';
import { silentLogger } from '../log.ts';
import { fillServer } from './account-data.ts';

/**
 * `node make-backup.ts <checkout> <version>` runs the server of a checkout that has its dependencies, fills it, and stores a backup of its rows
 * as `backups/<version>.tar.zst`, for `earlier-versions.test.ts`.
 */
const [checkout, version] = process.argv.slice(2);
if (!checkout || !version) throw new Error('Usage: node make-backup.ts <checkout> <version>');
const directory = await mkdtemp(join(tmpdir(), 'cyno-make-'));
const data = join(directory, 'data');
const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
const server = run('main.ts');
const exited = once(server, 'exit');
for await (const line of createInterface({ input: server.stdout })) {
  if (!line.startsWith('{"ready"')) continue;
  const { http, mqtts, setup } = JSON.parse(line);
  await fillServer(
    {
      boardsPort: Number(new URL(mqtts).port),
      async call(method, path, body, token) {
        const response = await fetch(new URL(path, http), {
          method,
          headers: {
            ...(body && { 'content-type': 'application/json' }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
        return response.status === 204 ? undefined : response.json();
      },
    },
    new URL(setup).searchParams.get('setup') ?? '',
  );
  const [code] = await once(run('backup.ts', 'create'), 'exit');
  if (code !== 0) throw new Error('The backup failed.');
  break;
}
server.kill();
await exited;
await postgres.stop();
const [made = ''] = await readdir(join(data, 'backups'));
await copyFile(join(data, 'backups', made), join(import.meta.dirname, 'backups', `${version}.tar.zst`));
await rm(directory, { recursive: true });

function run(program: string, ...args: string[]) {
  return spawn(process.execPath, [resolve(checkout ?? '', 'apps/server/src', program), ...args], {
    env: {
      PATH: process.env.PATH,
      ...{ READY_JSON: '1', HOST: '127.0.0.1', PORT: '0', MQTT_HOST: '127.0.0.1', MQTT_PORT: 'auto' },
      ...{ MQTT_TLS_PORT: 'auto', DATA_DIR: data, DATABASE_URL: postgres.url, STORED_INTERVAL_MS: '0' },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
