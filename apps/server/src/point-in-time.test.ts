import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { silentLogger } from '../test/log.ts';
import { runAdminCommand } from './admin-commands.ts';
import { runBackupCommand } from './backup-commands.ts';
import { loadConfig } from './config.ts';
import { pruneLog, windowStart } from './platform/backup/index.ts';
import { migrate, openDatabase, startEmbeddedPostgres } from './platform/database/index.ts';

const { signal } = new AbortController();
let data: string;
/** After a week of messages and before their deletion. */
let moment: string;
let log: string;

const run = (args: string[], env: Record<string, string> = { BACKUP_WAL_DAYS: '3' }) =>
  runBackupCommand(args, { config: loadConfig({ DATA_DIR: data, ...env }, data), signal });

async function withDatabase<Result>(
  work: (query: (sql: string) => Promise<Record<string, string>[]>) => Promise<Result>,
) {
  const postgres = await startEmbeddedPostgres({
    directory: join(data, 'postgres'),
    log: silentLogger,
    archives: true,
  });
  const database = openDatabase(postgres.url, { log: silentLogger });
  try {
    await migrate(database);
    return await work(async (sql) => (await database.pool.query(sql)).rows);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

const insert = (from: number) =>
  `INSERT INTO telemetry (device_id, at, numbers) SELECT 1, n, ARRAY[n] FROM generate_series(${from}, ${from + 999}) n`;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'cyno-moment-'));
  log = join(data, 'postgres', 'wal-archive');
  await writeFile(join(data, 'server.key'), 'before');
  await withDatabase(async (query) => {
    await query(`INSERT INTO accounts (email, member) VALUES ('ann@example.com', 'admin')`);
    await query(
      `INSERT INTO devices (account_id, espid, name, "order", family) VALUES (1, 'ESP32-1', 'Pump', 1, 'ESP32')`,
    );
    await query('CREATE TABLE telemetry_all PARTITION OF telemetry FOR VALUES FROM (0) TO (1000000)');
    await query(
      `INSERT INTO imports (id, device_id, account_id, network, name, bytes, progress, used_at) VALUES ('f', 1, 1, '', 'a.csv', 3, '{}', 0)`,
    );
    await query(insert(1));
    await run(['create']);
    // One part of what follows is in the log that is stored, one is not yet.
    await query(insert(1_001));
    await query('SELECT pg_switch_wal()');
    await vi.waitFor(async () => expect(await readdir(log)).toContainEqual(expect.stringMatching(/^0.*[0-9A-F]\.gz$/)));
    await query(insert(2_001));
    moment =
      (await query(`SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at`))[0]
        ?.at ?? '';
    await query('SELECT pg_sleep(0.01)');
    await query('DELETE FROM telemetry WHERE device_id = 1');
    await query(`DELETE FROM devices`);
  });
  await writeFile(join(data, 'server.key'), 'renewed');
});
afterAll(() => rm(data, { recursive: true }));

test.each([
  ['yesterday, maybe', undefined, /is no time such as/],
  ['2999-01-01 00:00', undefined, /is in the future/],
  ['2001-01-01 00:00', undefined, /There is no backup in .* from before that time/],
  ['2026-01-01 00:00', {}, /BACKUP_WAL_DAYS is not set/],
  ['2026-01-01 00:00', { BACKUP_WAL_DAYS: '3', DATABASE_URL: 'postgres://nowhere/x' }, /DATABASE_URL is set/],
] as const)('the time %s with %o is refused, and nothing is changed', async (time, env, sentence) => {
  await expect(run(['restore', '--at', time], env)).rejects.toThrow(sentence);
  expect(await readFile(join(data, 'server.key'), 'utf8')).toBe('renewed');
});

test('a moment behind the last change is told', async () => {
  await expect(run(['restore', '--at', new Date().toISOString()])).rejects.toThrow(/does not reach to that time/);
  expect(await readdir(data)).not.toContain('restore.unfinished');
});

test('the page knows since when, and what no backup needs goes', async () => {
  const file = (await readdir(log)).find((name) => name.endsWith('.gz')) ?? '';
  const { mtimeMs } = await stat(join(log, file));
  expect(await windowStart(data, [{ at: mtimeMs - 1 }])).toBeUndefined();
  expect(await windowStart(data, [{ at: mtimeMs - 1 }, { at: mtimeMs + 1 }])).toBe(mtimeMs + 1);
  const day = 86_400_000;
  const now = Date.now();
  const old = join(log, '0.gz');
  await writeFile(old, '');
  await utimes(old, new Date(now - 9 * day), new Date(now - 9 * day));
  const pruneWith = (backups: { at: number }[]) =>
    pruneLog(data, { days: 3, readBackups: () => Promise.resolve(backups), now });
  await pruneWith([{ at: now - 10 * day }, { at: now - day }]);
  expect(await readdir(log)).toContain('0.gz');
  await pruneWith([{ at: now - 8 * day }, { at: now - day }]);
  expect(await readdir(log)).not.toContain('0.gz');
  expect(await readdir(log)).toContain(file);
});

test('the history of a device that was deleted is restored, and files stay as they are now', async () => {
  const { text } = await run(['restore', '--at', moment]);
  expect(text).toMatch(/Restored the database as it was at .*: \d+ tables with [\d,]+ rows were read/);
  expect(await readFile(join(data, 'server.key'), 'utf8')).toBe('renewed');
  const rows = await withDatabase((query) =>
    query(
      `SELECT count(*)::text AS n, (SELECT name FROM devices) AS name, (SELECT name FROM imports) AS file FROM telemetry`,
    ),
  );
  expect(rows).toEqual([{ n: '3000', name: 'Pump', file: null }]);
});

test('from when the log was not stored until it is again no moment is known, and commands store it', async () => {
  const list = (env: Record<string, string>) =>
    runAdminCommand(['list'], () => loadConfig({ DATA_DIR: data, ...env }, data));
  await list({ BACKUP_WAL_DAYS: '3' });
  const before = { at: Date.now() };
  await list({ BACKUP_WAL_DAYS: '3' });
  expect(await windowStart(data, [before])).toBe(before.at);
  await list({});
  const meanwhile = { at: Date.now() };
  expect(await windowStart(data, [before])).toBeUndefined();
  await list({ BACKUP_WAL_DAYS: '3' });
  expect(await windowStart(data, [before, meanwhile])).toBeUndefined();
  await list({ BACKUP_WAL_DAYS: '3' });
  const since = { at: Date.now() };
  expect(await windowStart(data, [before, meanwhile, since])).toBe(since.at);
});
