import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../test/free-port.ts';
import { silentLogger } from '../../../../test/log.ts';
import { joinServer } from '../../../../test/server.ts';
import { loadConfig } from '../../../config.ts';
import { StartError } from '../../../platform/start-error.ts';
import { Backups } from './backups.service.ts';

let server: Awaited<ReturnType<typeof joinServer>>;
beforeAll(async () => {
  server = await joinServer();
});
afterAll(() => server.stop());

const minute = 60_000;
const planned = new Date(2026, 5, 15, 2, 30).getTime();
let directory: string;
let now: number;
let runs: string[][];
let backups: Backups;
let mayRemove: boolean;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-plan-'));
  now = planned + minute;
  runs = [];
  mayRemove = true;
  backups = new Backups({
    mayRemoveByAge: () => mayRemove,
    config: loadConfig({ BACKUP_TARGET: './target', BACKUP_WAL_DAYS: '3' }, directory),
    dataDirectory: directory,
    clock: { now: () => now },
    log: silentLogger,
    run: async (args) => {
      runs.push([...args]);
      await ended(null);
      return { file: 'x', bytes: 1, checked: null };
    },
  });
  return () => rm(directory, { recursive: true });
});

async function ended(error: string | null): Promise<void> {
  await mkdir(join(directory, 'backup'), { recursive: true });
  await writeFile(join(directory, 'backup', 'last-run.json'), JSON.stringify({ startedAt: now, endedAt: now, error }));
}

/** What another server, or an upgrade, has stored at the target. */
async function storedAt(at: number, kind: 'planned' | 'upgrade'): Promise<void> {
  const file = `cyno-${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z.tar.zst`;
  const backup = {
    file,
    bytes: 7,
    sha256: '',
    at,
    kind,
    encrypted: false,
    version: '0.2.0',
    migration: 1,
    postgres: 18,
    platform: 'linux-x64',
    tookMs: 1,
    checked: null,
    unchecked: 'It is none.',
  };
  await mkdir(join(directory, 'target'), { recursive: true });
  await writeFile(join(directory, 'target', file), 'archive');
  await writeFile(join(directory, 'target', `${file}.json`), JSON.stringify(backup));
}

test('what is planned is made once, also when the server was off at that time', async () => {
  now = planned + 300 * minute;
  await backups.runPlanned();
  now += 5 * minute;
  await backups.runPlanned();
  expect(runs).toEqual([['create', 'planned']]);
});

test('what is made before an upgrade is not the planned one', async () => {
  await storedAt(planned + 30_000, 'upgrade');
  await backups.runPlanned();
  expect(runs).toEqual([['create', 'planned']]);
});

test('what failed is tried again after an hour, and administrators are told meanwhile', async () => {
  await ended('The disk is full.');
  expect(await backups.late()).toEqual({ failedAt: now });
  now += 59 * minute;
  await backups.runPlanned();
  expect(runs).toEqual([]);
  now += minute;
  await backups.runPlanned();
  expect(runs).toEqual([['create', 'planned']]);
  expect(await backups.late()).toEqual({});
});

test('what failed without a note is tried again after an hour, with its reason on the page', async () => {
  const failing = new Backups({
    mayRemoveByAge: () => true,
    config: loadConfig({ BACKUP_TARGET: './target' }, directory),
    dataDirectory: directory,
    clock: { now: () => now },
    log: silentLogger,
    run: async (args) => {
      runs.push([...args]);
      throw new StartError('The folder cannot be used.');
    },
  });
  const failedAt = now;
  await expect(failing.runPlanned()).rejects.toThrow('The folder cannot be used.');
  now += 59 * minute;
  await failing.runPlanned();
  expect(runs).toHaveLength(1);
  expect((await failing.list()).lastRun).toMatchObject({ failure: { error: 'The folder cannot be used.' } });
  expect(await failing.late()).toEqual({ failedAt });
  now += minute;
  await expect(failing.runPlanned()).rejects.toThrow('The folder cannot be used.');
  expect(runs).toHaveLength(2);
});

test('a target that cannot be used is told on the page, without its password, and the planned run tells why', async () => {
  const target = `sftp://user:canary@127.0.0.1:${await freePort()}/cyno`;
  const remote = new Backups({
    mayRemoveByAge: () => true,
    config: loadConfig({ BACKUP_TARGET: target }, directory),
    dataDirectory: directory,
    clock: { now: () => now },
    log: silentLogger,
    run: async (args) => {
      runs.push([...args]);
      await ended('It failed.');
      throw new Error('It failed.');
    },
  });
  const list = await remote.list();
  expect(list).toMatchObject({
    backups: [],
    unreachable: {
      error: expect.stringMatching(/nothing listens there/),
      reason: 'backup_target_away',
      values: { target: expect.stringMatching(/^sftp:.*\/cyno$/) },
    },
  });
  expect(JSON.stringify(list)).not.toContain('canary');
  await expect(remote.check('x')).rejects.toThrow(/nothing listens there/);
  await expect(remote.runPlanned()).rejects.toThrow('It failed.');
  expect(runs).toEqual([['create', 'planned']]);
});

test('a planned backup that is missing for two hours is told', async () => {
  expect(await backups.late()).toEqual({});
  now = planned + 120 * minute;
  expect(await backups.late()).toEqual({ plannedAt: planned });
});

test('what another server has made is neither missing nor failed', async () => {
  now = planned - minute;
  await ended('The disk is full.');
  const failedAt = now;
  now = planned + 120 * minute;
  expect(await backups.late()).toEqual({ failedAt });
  await storedAt(planned - 30_000, 'planned');
  expect(await backups.late()).toEqual({ plannedAt: planned });
  await storedAt(planned + minute, 'planned');
  expect(await backups.late()).toEqual({});
});

test('one is made at a time, for administrators who have proven who they are', async () => {
  const bob = await server.signup('bob@example.com');
  for (const [method, path] of [
    ['GET', '/api/admin/backups'],
    ['POST', '/api/admin/backups'],
    ['POST', '/api/admin/backups/x/download'],
  ] as const) {
    expect((await bob.api(method, path)).status).toBe(403);
    expect((await server.api(method, path)).status).toBe(401);
  }
  expect((await server.api('GET', '/api/admin/backups/x/download?ticket=guess')).status).toBe(403);
  expect((await server.admin.api('POST', '/api/admin/backups/..%2fcyno.lock/download')).status).toBe(404);
  await backups.begin(async () => {});
  await expect(backups.begin(async () => {})).rejects.toThrow('A backup is already running.');
  await backups.stop();
  expect(runs).toEqual([['create', 'manual']]);
});

test('the log for points in time keeps what is old while the clock may be wrong', async () => {
  const log = join(directory, 'postgres', 'wal-archive');
  await mkdir(log, { recursive: true });
  const old = join(log, '0.gz');
  await writeFile(old, '');
  await utimes(old, new Date(now - 9 * 24 * 60 * minute), new Date(now - 9 * 24 * 60 * minute));
  mayRemove = false;
  await backups.pruneLog();
  expect(await readdir(log)).toEqual(['0.gz']);
  mayRemove = true;
  await backups.pruneLog();
  expect(await readdir(log)).toEqual([]);
});

test('without a log of changes its bound needs nothing of the target', async () => {
  const [target, seen] = [createServer(), [] as unknown[]];
  target.on('connection', (socket) => {
    seen.push(socket.remoteAddress);
    socket.destroy();
  });
  await once(target.listen(0, '127.0.0.1'), 'listening');
  const { port } = target.address() as AddressInfo;
  const remote = new Backups({
    mayRemoveByAge: () => true,
    config: loadConfig({ BACKUP_TARGET: `sftp://user:password@127.0.0.1:${port}/cyno` }, directory),
    dataDirectory: directory,
    clock: { now: () => now },
    log: silentLogger,
    run: () => Promise.reject(new Error('Nothing is to run.')),
  });
  await remote.pruneLog();
  target.close();
  expect(seen).toEqual([]);
});

test('none is begun that could not be recorded', async () => {
  await expect(backups.begin(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(runs).toEqual([]);
});
