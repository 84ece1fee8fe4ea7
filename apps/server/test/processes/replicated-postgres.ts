import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { findBinaries } from '../../src/platform/database/embedded/binaries.ts';
import { createEndpoint } from '../../src/platform/database/embedded/endpoint.ts';
import { findPassword } from '../../src/platform/database/embedded/password.ts';
import { chooseRunAs } from '../../src/platform/database/embedded/run-as.ts';
import { settingArguments } from '../../src/platform/database/embedded/settings.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/index.ts';
import { silentLogger } from '../log.ts';
import { DatabaseNetwork } from '../stand-ins/database-network.ts';

interface Running {
  readonly directory: string;
  readonly url: string;
  readonly process: ChildProcess;
}

const settings = { wal_keep_size: '128MB', hot_standby: 'on', wal_receiver_timeout: '5s' };

/** A PostgreSQL with a standby that has each commit before it is confirmed, behind one address; each is a process of its own. */
export class ReplicatedPostgres {
  readonly #directory: string;
  readonly #network: DatabaseNetwork;
  #primary: Running;
  #standby: Running;
  #count = 1;

  private constructor(directory: string, parts: { network: DatabaseNetwork; primary: Running; standby: Running }) {
    this.#directory = directory;
    this.#network = parts.network;
    this.#primary = parts.primary;
    this.#standby = parts.standby;
  }

  /** `host`: an address of this machine, where it is reached. */
  static async start(directory: string, host?: string): Promise<ReplicatedPostgres> {
    const first = join(directory, '0', 'postgres');
    // It makes the cluster and its database.
    await (await startEmbeddedPostgres({ directory: first, log: silentLogger })).stop();
    const primary = await run(first);
    const standby = await addStandby(primary, join(directory, '1', 'postgres'));
    return new ReplicatedPostgres(directory, {
      network: await DatabaseNetwork.open(primary.url, host),
      primary,
      standby,
    });
  }

  /** The address that follows the one that takes writes. */
  get url(): string {
    return this.#network.url;
  }

  /** Where the standby is read. */
  get standbyUrl(): string {
    return this.#standby.url;
  }

  killStandby(): Promise<void> {
    return kill(this.#standby);
  }

  /** After it was killed. */
  async startStandby(): Promise<void> {
    this.#standby = await run(this.#standby.directory);
  }

  /** Kills the one that takes writes; the standby takes its place and its address, and gets a standby of its own. */
  async failOver(): Promise<void> {
    const lost = this.#primary;
    await kill(lost);
    await query(this.#standby.url, 'SELECT pg_promote()');
    this.#primary = this.#standby;
    this.#network.moveTo(this.#primary.url);
    this.#count += 1;
    this.#standby = await addStandby(this.#primary, join(this.#directory, String(this.#count), 'postgres'));
    await rm(lost.directory, { recursive: true });
  }

  async stop(): Promise<void> {
    this.#network.close();
    await Promise.all([kill(this.#primary), kill(this.#standby)]);
  }
}

async function run(directory: string): Promise<Running> {
  const binaries = await findBinaries();
  const runAs = await chooseRunAs(binaries.postgres, directory);
  const { value: password } = await findPassword(directory);
  const endpoint = await createEndpoint({ directory, owner: runAs.user, password });
  const [program = binaries.postgres, ...rest] = [...runAs.prefix, binaries.postgres];
  const given = settingArguments({ ...endpoint.listen, ...settings });
  const child = spawn(program, [...rest, '-D', join(directory, 'cluster'), ...given], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...runAs.user,
  });
  if (!child.stderr) throw new Error('PostgreSQL has no output');
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('ready to accept')) break;
    if (line.startsWith('FATAL')) throw new Error(line);
  }
  child.stderr.resume();
  return { directory, url: endpoint.url('cyno'), process: child };
}

async function kill({ process }: Running): Promise<void> {
  if (process.signalCode !== null) return;
  const gone = once(process, 'exit');
  process.kill('SIGKILL');
  await gone;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the cluster while it is in use (https://www.postgresql.org/docs/18/continuous-archiving.html), and starts the copy as a standby. */
async function addStandby(primary: Running, directory: string): Promise<Running> {
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('standby', true)`);
  const isPart = (path: string) => !/\/run$|\/postmaster\.(pid|opts)$/.test(path);
  const copy = () => cp(primary.directory, directory, { recursive: true, filter: isPart });
  for (let isWhole = false; !isWhole; ) {
    isWhole = await copy().then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        // A file went while it was copied.
        if (error.code === 'ENOENT') return false;
        throw error;
      },
    );
  }
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
  const cluster = join(directory, 'cluster');
  await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(cluster, 'standby.signal'), '');
  const { user } = await chooseRunAs((await findBinaries()).postgres, directory);
  if (user) await chownAll(directory, user);
  for (const path of [directory, cluster]) await chmod(path, 0o700);
  const { searchParams, port, username, password } = new URL(primary.url);
  const from = `host=${searchParams.get('host')} port=${port} user=${username} password=${password}`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
  const standby = await run(directory);
  const streaming = `SELECT FROM pg_sleep(0.05), pg_stat_replication WHERE state = 'streaming'`;
  while ((await client.query(streaming)).rowCount !== 1);
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return standby;
}

async function chownAll(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await chown(path, uid, gid);
  for (const entry of await readdir(path, { recursive: true })) await chown(join(path, entry), uid, gid);
}
