import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../../../../test/log.ts';
import { joinServer } from '../../../../../test/server.ts';
import { loadConfig } from '../../../../config.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { because, forbidden } from '../../../../platform/errors.ts';
import { StartError } from '../../../../platform/start-error.ts';
import { FirstRestore } from './first-restore.service.ts';

const code = 'AAAA-BBBB-CCCC-DDDD-EEEE';
const stored = 'cyno-20261124T023000Z.tar.zst';
let directory: string;
let hasAccount: boolean;
let restarts: number;
/** What the process that restores was called with, and how it ends. */
let runs: { args: readonly string[]; passphrase: string | null }[];
let ending: () => Promise<unknown>;
let restore: FirstRestore;

const newRestore = (env: Record<string, string> = {}) =>
  new FirstRestore({
    config: loadConfig({ DATA_DIR: directory, BACKUP_PASSPHRASE: 'of the server', ...env }, directory),
    dataDirectory: directory,
    clock: systemClock,
    log: silentLogger,
    accounts: {
      setupNeeded: async () => !hasAccount,
      checkSetupCode: async (given) => {
        if (given !== code || hasAccount) throw forbidden('wrong', because('wrong_setup_code'));
      },
    },
    run: (args, { config }) => {
      runs.push({ args, passphrase: config.backup.passphrase });
      return ending();
    },
    restart: () => {
      restarts += 1;
    },
  });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-first-restore-'));
  hasAccount = false;
  restarts = 0;
  runs = [];
  ending = async () => ({});
  restore = newRestore();
  return () => rm(directory, { recursive: true });
});

const piece = (offset: number, text: string, bytes = 10) =>
  restore.take({ offset, bytes, content: Buffer.from(text) }).catch((error) => error.why?.reason ?? error);
const note = () => readFile(join(directory, 'restore.json'), 'utf8').catch(() => undefined);
const ended = () => expect.poll(() => restore.state().running === null || restarts > 0).toBe(true);

test('only the newest token of the set-up code counts, and none once there is an account', async () => {
  await expect(restore.check(undefined)).rejects.toMatchObject({ status: 403 });
  await expect(restore.open('AAAA', '192.0.2.1')).rejects.toMatchObject({ status: 403 });
  const first = await restore.open(code, '192.0.2.1');
  await restore.check(first.token);
  const second = await restore.open(code, '192.0.2.1');
  await restore.check(second.token);
  for (const token of [first.token, '', 'x', `${second.token}x`]) {
    await expect(restore.check(token)).rejects.toMatchObject({ status: 403, why: { reason: 'restore_expired' } });
  }
  hasAccount = true;
  await expect(restore.check(second.token)).rejects.toMatchObject({ status: 403 });
  // Who waits may still learn what became of it.
  restore.checkToken(second.token);
  expect(() => restore.checkToken(first.token)).toThrow('Open the link');
  await expect(restore.open(code, '192.0.2.1')).rejects.toMatchObject({ status: 403 });
});

test('a database of the operator is left to them', async () => {
  const own = newRestore({ DATABASE_URL: 'postgres://nowhere/x' });
  await expect(own.open(code, '192.0.2.1')).rejects.toMatchObject({ why: { reason: 'restore_own_database' } });
});

test('an archive comes in pieces, in order, and counts only when it is whole', async () => {
  expect(await piece(5, 'late')).toBe('restore_upload_cut');
  expect(await piece(0, '01234')).toBe(5);
  await expect(restore.begin(null, null)).rejects.toMatchObject({ why: { reason: 'restore_upload_cut' } });
  expect(await piece(6, '6')).toBe('restore_upload_cut');
  expect(await piece(5, '567890')).toBe('restore_upload_cut');
  expect(await piece(5, '5', 11)).toBe('restore_upload_cut');
  expect(await piece(5, '')).toBe('restore_upload_cut');
  expect(await piece(5, '56')).toBe(7);
  // Its response was lost.
  expect(await piece(5, '56')).toBe(7);
  expect(await piece(7, '789')).toBe(10);
  await restore.begin(null, 'typed');
  await ended();
  const path = join(directory, 'backup', 'uploaded');
  expect(await readFile(path, 'utf8')).toBe('0123456789');
  expect(runs).toEqual([{ args: ['prepare-restore', path], passphrase: 'typed' }]);
  await restore.start();
  await expect(access(path)).rejects.toThrow();
});

test('one that the disk has no room for is refused before a byte is written', async () => {
  expect(await piece(0, 'x', 9e15)).toBe('backup_no_space');
  await expect(access(join(directory, 'backup', 'uploaded'))).rejects.toThrow();
});

test('archives that lie there are offered and taken by name, nothing else', async () => {
  await mkdir(join(directory, 'backups'));
  await writeFile(join(directory, 'backups', stored), 'archive');
  await writeFile(join(directory, 'backups', 'photo.jpg'), 'cat');
  const { archives } = await restore.open(code, '192.0.2.1');
  expect(archives).toEqual([{ file: stored, bytes: 7, encrypted: false }]);
  await expect(restore.begin('photo.jpg', null)).rejects.toMatchObject({ status: 404 });
  const work = Promise.withResolvers<unknown>();
  ending = () => work.promise;
  await restore.begin(stored, null);
  expect(restore.state()).toEqual({ running: { progress: null }, failure: null });
  await expect(restore.begin(stored, null)).rejects.toMatchObject({ status: 409 });
  expect(() => restore.take({ offset: 0, bytes: 1, content: Buffer.from('x') })).toThrow('already');
  expect(await note()).toBeUndefined();
  work.resolve({});
  await expect.poll(() => restarts).toBe(1);
  expect(await note()).toContain('moving aside');
  const path = join(directory, 'backups', stored);
  expect(runs).toEqual([{ args: ['prepare-restore', path], passphrase: 'of the server' }]);
});

test('what is wrong with an archive is told with its reason, changes nothing, and another one can follow', async () => {
  await mkdir(join(directory, 'backups'));
  await writeFile(join(directory, 'backups', stored), 'archive');
  ending = () => Promise.reject(new StartError('It is damaged.', because('backup_damaged')));
  await restore.begin(stored, null);
  await ended();
  expect(restore.state().failure).toMatchObject({ error: 'It is damaged.', reason: 'backup_damaged' });
  ending = () => Promise.reject(new Error('secret detail'));
  await restore.begin(stored, null);
  await ended();
  expect(restore.state().failure).toMatchObject({ reason: 'restore_failed' });
  expect(JSON.stringify(restore.state())).not.toContain('secret detail');
  ending = async () => {
    hasAccount = true;
    await mkdir(join(directory, 'restore.unfinished'));
  };
  await restore.begin(stored, null);
  await ended();
  expect(restore.state().failure).toMatchObject({ reason: 'restore_too_late' });
  await expect(access(join(directory, 'restore.unfinished'))).rejects.toThrow();
  expect([restarts, await note()]).toEqual([0, undefined]);
});

test('on a server with accounts nobody restores anything', async () => {
  const server = await joinServer();
  const owner = await server.signup('restore@example.com');
  expect((await server.api('POST', '/api/setup/restore/open', { setupCode: code })).body.reason).toBe(
    'setup_code_used',
  );
  for (const call of [server.api, owner.api]) {
    expect((await call('GET', '/api/setup/restore')).status).toBe(403);
    expect((await call('POST', '/api/setup/restore', { file: null, passphrase: null })).status).toBe(403);
    expect((await call('PUT', '/api/setup/restore/archive?offset=0&bytes=1')).status).toBe(403);
  }
});
