import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const installed = '/usr/lib/postgresql';

/** PostgreSQL as Debian has it, on a port of its own, with a role that may nothing but own its databases. */
export async function startDebianPostgres() {
  const versions = await readdir(installed);
  const newest = versions.map(Number).sort((one, other) => other - one)[0];
  const program = (name: string) => join(installed, String(newest), 'bin', name);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-debian-postgres-'));
  const user = await serverUser();
  if (user) await chown(directory, user.uid, user.gid);
  const cluster = join(directory, 'cluster');
  await run(program('initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
  });
  const port = await freePort();
  const settings = [`port=${port}`, `unix_socket_directories=${directory}`, 'listen_addresses=127.0.0.1', 'fsync=off'];
  const server = spawn(program('postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { LC_ALL: 'C' },
  });
  const exited = once(server, 'exit');
  await isReady(server.stderr);
  const administrate = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
    await client.connect();
    // It must not wait for a standby that a test has invented.
    await client.query('SET synchronous_commit = local');
    await client.query(sql).finally(() => client.end());
  };
  await administrate('CREATE ROLE cyno LOGIN');
  return {
    version: newest as number,
    administrate,
    /** Makes an empty database; returns its address. */
    async createDatabase(name: string): Promise<string> {
      await administrate(`CREATE DATABASE ${name} OWNER cyno`);
      return `postgres://cyno@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      server.kill('SIGINT');
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}

/** PostgreSQL does not run as root; its package brings a user. */
async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid as number, gid: gid as number };
}

function isReady(output: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    createInterface(output)
      .on('line', (line) => {
        text += `${line}\n`;
        if (line.includes('ready to accept connections')) resolve();
      })
      .once('close', () => reject(new Error(text)));
  });
}
