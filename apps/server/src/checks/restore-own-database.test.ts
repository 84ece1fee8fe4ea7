import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { compileCache } from '../../test/processes/built-server.ts';
import { type ServerProcess, startServerProcess } from '../../test/processes/server-process.ts';
import { startDebianPostgres } from '../../test/stand-ins/debian-postgres.ts';

const login = { email: 'ann@example.com', password: 'a-long-Passphrase-7' };

let postgres: Awaited<ReturnType<typeof startDebianPostgres>>;
let root: string;
let archive: string;
let server: ServerProcess | undefined;
/** A data directory and an empty database that a backup is restored into. */
let data: string;
let url: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startDebianPostgres();
  root = await mkdtemp(join(tmpdir(), 'cyno-own-database-'));
  const origin = await mkdtemp(join(root, 'origin-'));
  await writeFile(join(origin, 'whose'), 'of the backup');
  const originUrl = await postgres.createDatabase('origin');
  server = await startServerProcess(origin, originUrl);
  await server.call('POST', '/api/auth/signup', { ...login, setupCode: server.setupCode });
  expect(await ended(command(origin, originUrl, ['create']))).toMatchObject({ code: 0 });
  await server.kill();
  const backups = join(origin, 'backups');
  archive = join(backups, (await readdir(backups)).find((name) => name.endsWith('.zst')) ?? '');
});
beforeEach(async () => {
  data = await mkdtemp(join(root, 'data-'));
  await writeFile(join(data, 'whose'), 'of before');
  databases += 1;
  url = await postgres.createDatabase(`restored_${databases}`);
});
afterEach(() => server?.kill());
afterAll(async () => {
  await postgres.stop();
  await rm(root, { recursive: true, force: true, maxRetries: 20 });
});

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url);

/** What `npm run backup` and `npm run restore` run; `at`: the step at which it is sent a signal, SIGKILL unless `at` names another one. */
function command(directory: string, databaseUrl: string, args: readonly string[], at?: string): ChildProcess {
  const hook = at === undefined ? [] : ['--import', `${fileOf('test/processes/kill-at-step.ts')}?at=${at}`];
  return spawn(process.execPath, [...hook, fileOf('src/backup.ts').pathname, ...args], {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      NODE_COMPILE_CACHE: compileCache,
      BACKUP_NICENESS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function ended(child: ChildProcess) {
  if (!child.stdout || !child.stderr) throw new Error('The command has no output');
  const [errors, output, [code, signal]] = await Promise.all([
    text(child.stderr),
    text(child.stdout),
    once(child, 'exit'),
  ]);
  return { errors, output, code, signal };
}

const restore = (at?: string) => ended(command(data, url, ['restore', archive], at));
const whose = () => readFile(join(data, 'whose'), 'utf8');
const asides = async () => (await readdir(data)).filter((name) => name.startsWith('before-restore-'));

/** Starts the server, and returns whose rows and files it has and what it logged of the restore. */
async function start() {
  await rm(join(data, 'logs'), { recursive: true, force: true });
  server = await startServerProcess(data, url, { LOG_LEVEL: 'warn' });
  const rows = server.setupCode === null ? 'of the backup' : 'none';
  if (rows !== 'none') await server.call('POST', '/api/auth/login', login);
  const folder = join(data, 'logs');
  const read = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'));
  const lines = (await Promise.all(read)).join('').split('\n');
  const messages = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line).msg as string]));
  return { rows, files: await whose(), log: messages.filter((message) => /restore|put in place/.test(message)) };
}

const killed = { signal: 'SIGKILL' };
const asBefore = 'A restore was interrupted before its data was complete. The data is as it was before.';
const putInPlace = async () =>
  `A backup was put in place. The previous data is in ${join(data, (await asides())[0] ?? '')}.`;

test('after kill -9 before its commit nothing is restored, and the database can be filled by the next one', async () => {
  expect(await restore('query COMMIT')).toMatchObject(killed);
  expect(await start()).toEqual({ rows: 'none', files: 'of before', log: [asBefore] });
  await server?.kill();
  expect(await restore()).toMatchObject({ code: 0, errors: '' });
  expect(await start()).toEqual({ rows: 'of the backup', files: 'of the backup', log: [] });
});

test('after kill -9 behind its commit the server moves the files in that belong to the rows', async () => {
  expect(await restore('query ANALYZE')).toMatchObject(killed);
  expect(await whose()).toBe('of before');
  expect(await start()).toEqual({ rows: 'of the backup', files: 'of the backup', log: [await putInPlace()] });
  expect(await readFile(join(data, (await asides())[0] ?? '', 'whose'), 'utf8')).toBe('of before');
});

test('after kill -9 behind its commit a backup has the rows and files that belong together', async () => {
  expect(await restore('query ANALYZE')).toMatchObject(killed);
  const { code, errors } = await ended(command(data, url, ['create']));
  expect([code, errors]).toEqual([0, `${await putInPlace()}\n`]);
  expect(await whose()).toBe('of the backup');
});

test('a commit that waits for a standby when its command is killed counts, and the next command finishes it', async () => {
  const child = command(data, url, ['restore', archive], 'query COMMIT&signal=SIGSTOP');
  const stopped = ended(child);
  await expect.poll(() => readdir(data)).toContain('restore.json');
  await postgres.administrate(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
  await postgres.administrate('SELECT pg_reload_conf()');
  const waits = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const sql = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()`;
    return (await client.query(sql).finally(() => client.end())).rowCount;
  };
  await expect
    .poll(() => {
      child.kill('SIGCONT');
      return waits();
    })
    .toBe(1);
  child.kill('SIGKILL');
  expect(await stopped).toMatchObject(killed);
  // The connection that waits stays as it is; later ones do not wait.
  await postgres.administrate(`ALTER ROLE cyno SET synchronous_commit = 'local'`);
  try {
    const { code, errors } = await restore();
    expect([code, errors.split('\n')[0]]).toEqual([1, await putInPlace()]);
    expect(errors).toMatch(/is used already/);
    expect(await whose()).toBe('of the backup');
  } finally {
    await postgres.administrate('ALTER SYSTEM RESET synchronous_standby_names');
    await postgres.administrate('SELECT pg_reload_conf()');
    await postgres.administrate('ALTER ROLE cyno RESET synchronous_commit');
  }
});

test('rows whose files are lost are told, nothing works on them, and the backup can be restored again', async () => {
  expect(await restore('query ANALYZE')).toMatchObject(killed);
  data = await mkdtemp(join(root, 'data-'));
  const sentence =
    /^The database of DATABASE_URL was filled by a restore that was interrupted .* Restore the backup again/;
  await expect(startServerProcess(data, url)).rejects.toThrow(/was filled by a restore that was interrupted/);
  for (const args of [['create'], ['describe']]) {
    expect(await ended(command(data, url, args))).toMatchObject({ code: 1, errors: expect.stringMatching(sentence) });
  }
  expect(await restore()).toMatchObject({ code: 0, errors: '' });
  expect(await start()).toEqual({ rows: 'of the backup', files: 'of the backup', log: [] });
});

test('a full disk is reported in a sentence, and nothing is restored', async () => {
  const database = `restored_${databases}`;
  // PostgreSQL reports it with this code, here when the rows are to come.
  await postgres.administrate(
    `CREATE FUNCTION fill_disk() RETURNS event_trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF current_query() LIKE '%DISABLE TRIGGER%' THEN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
       END $$`,
    database,
  );
  const trigger = `CREATE EVENT TRIGGER full_disk ON ddl_command_end WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION fill_disk()`;
  await postgres.administrate(trigger, database);
  expect(await restore()).toMatchObject({
    code: 1,
    errors:
      'The disk of the database is full: could not extend file. Free some space on the disk of the database. Nothing was restored.\n',
  });
  expect((await readdir(data)).filter((name) => name.startsWith('restore'))).toEqual([]);
  await postgres.administrate('DROP EVENT TRIGGER full_disk', database);
  expect(await restore()).toMatchObject({ code: 0, errors: '' });
  expect(await start()).toEqual({ rows: 'of the backup', files: 'of the backup', log: [] });
});
