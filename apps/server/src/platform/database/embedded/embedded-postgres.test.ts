import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { compileCache } from '../../../../test/processes/built-server.ts';
import { sendSignal } from '../../../../test/processes/send-signal.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findRunningPostgres } from './running.ts';

const runner = fileURLToPath(new URL('../../../../test/processes/embedded-postgres-process.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;
const linux = process.platform === 'linux';

let directory: string;
const cleanups: (() => Promise<unknown> | unknown)[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-pg-'));
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await rm(directory, { recursive: true, force: true });
});

/** A cluster of an earlier run; making one is proved once, and takes longer than all the rest. */
let earlier: string;
beforeAll(async () => {
  earlier = await mkdtemp(join(tmpdir(), 'cyno-pg-earlier-'));
  const postgres = await startEmbeddedPostgres({ directory: join(earlier, 'postgres'), log: silentLogger });
  await postgres.stop();
});
afterAll(() => rm(earlier, { recursive: true, force: true }));

/** From here on there was an earlier run. */
const hasRunBefore = (at = directory) => promisify(execFile)('cp', ['-a', join(earlier, 'postgres'), at]);

async function start(at = join(directory, 'postgres')) {
  const postgres = await startEmbeddedPostgres({ directory: at, log: silentLogger });
  cleanups.push(() => postgres.stop());
  return postgres;
}

/** A process that runs PostgreSQL and that a test may kill. */
async function startElsewhere(options: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, [runner, join(directory, 'postgres')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    env: { ...(options.env ?? process.env), NODE_COMPILE_CACHE: compileCache },
  });
  cleanups.push(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const url of createInterface({ input: child.stdout })) return { child, url };
  throw new Error(errors);
}

async function killHard(child: ChildProcess, also: number[] = []): Promise<void> {
  for (const pid of also) sendSignal(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  // The server may end while a test is connected.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(directory, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return list.trim().split(' ').filter(Boolean).map(Number);
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { interval: 25 }).toBe(true);
}

const isAlive = (pid: number) => sendSignal(pid, 0);

test('keeps what was written between two runs, and listens on no network', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  const pid = await postmasterPid();
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  const second = await start();
  expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  expect(await query(second.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await query(second.url, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
});

describe('lets nobody in without the password of the data directory', () => {
  const passwordFile = () => join(directory, 'postgres/password');
  const withoutPassword = (url: string) => url.replace(/\/\/cyno:[^@]+@/, '//cyno@');

  test('which is made at the first start, for its owner only', async () => {
    await hasRunBefore();
    const { url } = await start();
    expect((await stat(passwordFile())).mode & 0o777).toBe(0o600);
    const password = (await readFile(passwordFile(), 'utf8')).trim();
    expect(password).toMatch(/^[0-9a-f]{48}$/);
    expect(new URL(url).password).toBe(password);
    await expect(query(withoutPassword(url), 'SELECT 1')).rejects.toThrow(/password/);
    await expect(query(url.replace(password, 'guess'), 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(await query(url, `SELECT left(rolpassword, 13) AS method FROM pg_authid WHERE rolname = 'cyno'`)).toEqual([
      { method: 'SCRAM-SHA-256' },
    ]);
    expect(await query(await findRunningPostgres(join(directory, 'postgres')).then(String), 'SELECT 1 AS n')).toEqual([
      { n: 1 },
    ]);
  });

  test('also on a cluster that an earlier version made without one, at its next start', async () => {
    await hasRunBefore();
    const hba = join(directory, 'postgres/cluster/pg_hba.conf');
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await query(first.url, 'ALTER ROLE cyno PASSWORD NULL');
    await first.stop();
    await writeFile(hba, 'local   all   all   trust\nhost  all all all reject\n');
    await rm(passwordFile());
    const { url } = await start();
    expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    await expect(query(withoutPassword(url), 'SELECT 1')).rejects.toThrow(/password/);
    expect((await stat(hba)).mode & 0o777).toBe(0o600);
  });

  test('and after an upgrade that was interrupted', async () => {
    await hasRunBefore();
    const first = await start();
    await query(first.url, 'ALTER ROLE cyno PASSWORD NULL');
    await first.stop();
    // The password was written, the cluster does not request it yet.
    await writeFile(join(directory, 'postgres/cluster/pg_hba.conf'), 'local all all trust\n');
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await expect(query(withoutPassword(url), 'SELECT 1')).rejects.toThrow(/password/);
  });

  test('makes another one when the file is lost', async () => {
    await hasRunBefore();
    const old = await readFile(passwordFile(), 'utf8');
    await rm(passwordFile());
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(await readFile(passwordFile(), 'utf8')).not.toBe(old);
  });
});

test('works in a directory whose path is too long for a socket', async () => {
  const deep = join(directory, 'a-rather-long-name-of-a-directory'.repeat(4), "it's here");
  await mkdir(deep, { recursive: true });
  await hasRunBefore(deep);
  const postgres = await start(join(deep, 'postgres'));
  expect(await query(postgres.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

test('starts the database again when its process dies', async () => {
  await hasRunBefore();
  const { url } = await start();
  await query(url, 'CREATE TABLE kept AS SELECT 1 AS n');
  process.kill(await postmasterPid(), 'SIGKILL');
  await waitUntil(() =>
    query(url, 'SELECT n FROM kept').then(
      (rows) => rows.length === 1,
      () => false,
    ),
  );
});

test('removes the process id of an earlier run that another process now has', async () => {
  await hasRunBefore();
  const first = await start();
  const file = join(directory, 'postgres/cluster/postmaster.pid');
  const content = await readFile(file, 'utf8');
  await first.stop();
  await writeFile(file, content.replace(/^\d+/, String(process.pid)));
  const second = await start();
  expect(await query(second.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

describe.runIf(linux)('after a kill -9 of the server', () => {
  beforeEach(() => hasRunBefore());

  test('the database stops by itself, and the next start has all that was committed', async () => {
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 9 AS n');
    const pid = await postmasterPid();
    await killHard(child);
    await waitUntil(async () => !isAlive(pid));
    const next = await start();
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  });

  test('the next start ends an orphan that is still running', async () => {
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 9 AS n');
    const pid = await postmasterPid();
    const children = await childrenOf(child.pid ?? 0);
    await killHard(
      child,
      children.filter((id) => id !== pid),
    );
    expect(isAlive(pid)).toBe(true);
    const next = await start();
    expect(await postmasterPid()).not.toBe(pid);
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  });
});

describe.runIf(linux)('after a kill -9 of the server, with a database that was halted', () => {
  beforeEach(() => hasRunBefore());

  async function halt(): Promise<{ child: ChildProcess; postmaster: number; helpers: number[]; family: number[] }> {
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 9 AS n');
    const postmaster = await postmasterPid();
    const helpers = (await childrenOf(child.pid ?? 0)).filter((pid) => pid !== postmaster);
    // From here on it starts no process, while the one that served the query may just be ending.
    process.kill(postmaster, 'SIGSTOP');
    const children = await childrenOf(postmaster);
    for (const pid of children) sendSignal(pid, 'SIGSTOP');
    const family = [postmaster, ...children];
    cleanups.push(() => {
      for (const pid of family) sendSignal(pid, 'SIGKILL');
    });
    return { child, postmaster, helpers, family };
  }

  test('the next start wakes it, ends it and has all that was committed', async () => {
    const { child, helpers, family } = await halt();
    await killHard(child, helpers);
    const next = await start();
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
    await waitUntil(async () => !family.some(isAlive));
  });

  test('the next start ends its halted processes, also when the first of them is gone', async () => {
    const { child, helpers, postmaster, family } = await halt();
    await killHard(child, [...helpers, postmaster]);
    expect(family.filter(isAlive).length).toBeGreaterThan(0);
    const next = await start();
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  });
});

const nobody = { uid: 65_534, gid: 65_534 };
/** Below a directory that only root may enter nobody else can run anything, so there is nothing to try. */
const nobodyCanEnter = isRoot && linux && spawnSync('test', ['-r', runner], nobody).status === 0;

describe.runIf(isRoot && linux)('when root starts it', () => {
  test.runIf(nobodyCanEnter)('an ordinary user can do the same', async () => {
    await chown(directory, nobody.uid, nobody.gid);
    const { child, url } = await startElsewhere(nobody);
    expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  test.runIf(nobodyCanEnter)('without user namespaces an unprivileged user runs it', async () => {
    const programs = join(directory, 'programs');
    await mkdir(programs);
    await symlink('/usr/bin/test', join(programs, 'test'));
    // mkdtemp makes directories that only their owner may enter.
    await chmod(directory, 0o755);
    const { child, url } = await startElsewhere({ env: { PATH: programs } });
    expect(await query(url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  test('without user namespaces and below a closed directory it reports what to do', async () => {
    const failure = startElsewhere({ env: { PATH: directory } });
    await expect(failure).rejects.toThrow('PostgreSQL does not run as root. Start Cyno as an ordinary user');
  });
});
