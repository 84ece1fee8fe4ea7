import { createHash } from 'node:crypto';
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../test/log.ts';
import { startRclone } from '../test/stand-ins/storage-servers.ts';
import { runBackupCommand } from './backup-commands.ts';
import { loadConfig } from './config.ts';
import { tarEnd, tarText } from './platform/backup/archive/tar.ts';
import { writeArchive } from './platform/backup/archive/write-archive.ts';
import { readLastRun } from './platform/backup/index.ts';
import { openDataDirectory, takeLock } from './platform/data-directory.ts';
import { migrate, openDatabase, startEmbeddedPostgres } from './platform/database/index.ts';

const passphrase = 'correct horse';
const { signal } = new AbortController();
/** A data directory with one account, and a backup of it; made once, because a cluster takes seconds. */
let origin: string;
/** The same backup, whose passphrase takes the least to check. */
let stored: string;
/** A copy of the data directory without its backups. */
let data: string;

const configOf = (directory: string, env: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: directory, ...env }, directory);
const run = (directory: string, args: string[], env: Record<string, string> = { BACKUP_PASSPHRASE: passphrase }) =>
  runBackupCommand(args, { config: configOf(directory, env), signal });

async function withDatabase<Result>(
  directory: string,
  work: (query: (sql: string) => Promise<unknown[]>) => Promise<Result>,
) {
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
  const database = openDatabase(postgres.url, { log: silentLogger });
  try {
    await migrate(database);
    return await work(async (sql) => (await database.pool.query(sql)).rows);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** Is there when a restore ran a command of the archive; PostgreSQL may run as another user. */
const ranMarker = () => `${origin}-ran`;

beforeAll(async () => {
  origin = await mkdtemp(join(tmpdir(), 'cyno-backup-'));
  await mkdir(join(origin, 'spool'));
  await writeFile(join(origin, 'spool', 'note'), 'waits');
  await mkdir(join(origin, 'logs'));
  await writeFile(join(origin, 'logs', 'cyno.log'), 'not needed');
  await withDatabase(origin, async (query) => {
    await query(`INSERT INTO accounts (email, member) VALUES ('ann@example.com', 'admin')`);
    // PostgreSQL would run it at the end of each restore.
    await query(`ALTER SYSTEM SET recovery_end_command = 'touch ${ranMarker()}'`);
    await query(`ALTER SYSTEM SET work_mem = '8MB'`);
    // The database runs: it is found as the server's would be.
    await run(origin, ['create']);
  });
  const file = (await readdir(join(origin, 'backups'))).find((name) => name.endsWith('.age')) ?? '';
  stored = join(origin, file);
  const made = join(origin, 'backups', file);
  const archive = await encryptLightly(await readFile(made));
  await writeFile(stored, archive);
  const description = JSON.parse(await readFile(`${made}.json`, 'utf8'));
  const sha256 = createHash('sha256').update(archive).digest('hex');
  await writeFile(`${stored}.json`, JSON.stringify({ ...description, bytes: archive.length, sha256 }));
});
afterAll(() => rm(origin, { recursive: true, force: true }));

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cyno-restore-'));
  await writeFile(join(data, 'here-before'), 'kept');
});
afterEach(() => rm(data, { recursive: true, force: true }));

async function encryptLightly(archive: Buffer): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(10);
  encrypter.setPassphrase(passphrase);
  return Buffer.from(await encrypter.encrypt(await decrypter.decrypt(archive)));
}

/** Nothing was replaced, and nothing of the try is left. */
async function expectUnchanged(): Promise<void> {
  expect((await readdir(data)).filter((name) => name !== 'cyno.lock' && !name.startsWith('bad'))).toEqual([
    'here-before',
  ]);
}

test('a backup of a running database is listed as restorable, with what was compared', async () => {
  const { report, text } = await run(origin, ['list']);
  expect(report).toMatchObject([
    {
      encrypted: true,
      kind: 'manual',
      unchecked: null,
      checked: { tables: expect.any(Number), rows: expect.any(Number) },
    },
  ]);
  expect(text).toMatch(/restorable, checked on .* UTC: \d+ tables, \d+ rows/);
  expect(await readdir(join(origin, 'backup'))).not.toContain('work');
  expect(await readLastRun(origin)).toMatchObject({ error: null });
});

test('a restore brings everything back, keeps what was there and harmless settings, and runs no command that the archive brings', async () => {
  const { text } = await run(data, ['restore', stored]);
  expect(text).toMatch(new RegExp(`^Restored into ${data} as it was at .* were compared and are equal`));
  await expect(access(ranMarker())).rejects.toThrow('ENOENT');
  const settings = await readFile(join(data, 'postgres', 'cluster', 'postgresql.auto.conf'), 'utf8');
  expect(settings.trim()).toBe("work_mem = '8MB'");
  expect(await withDatabase(data, (query) => query('SELECT email FROM accounts'))).toEqual([
    { email: 'ann@example.com' },
  ]);
  expect(await readFile(join(data, 'spool', 'note'), 'utf8')).toBe('waits');
  expect(await readdir(data)).not.toContain('logs');
  const aside = (await readdir(data)).find((name) => name.startsWith('before-restore-')) ?? '';
  expect(await readFile(join(data, aside, 'here-before'), 'utf8')).toBe('kept');
});

test('the snapshot of an upgrade is restored by what describes it, also where backups have a target', async () => {
  const env = { BACKUP_PASSPHRASE: passphrase, BACKUP_TARGET: join(data, 'elsewhere') };
  await run(data, ['restore', stored], env);
  const snapshot = join(data, 'backups', basename(stored));
  await mkdir(join(data, 'backups'));
  await copyFile(stored, snapshot);
  const description = JSON.parse(await readFile(`${stored}.json`, 'utf8'));
  await writeFile(`${snapshot}.json`, JSON.stringify({ ...description, kind: 'upgrade' }));
  const { newestSnapshot } = (await run(data, ['describe'], env)).report as { newestSnapshot: string };
  expect(newestSnapshot).toBe(snapshot);
  expect((await run(data, ['restore', newestSnapshot], env)).text).toContain('were compared and are equal');
});

test('help is no error', async () => {
  expect((await run(data, ['restore', '--help'])).text).toContain('npm run restore -- <file>');
});

test('a backup on another machine is checked and found by its name, and a damaged one is told', async () => {
  const server = await startRclone('webdav', { directory: data });
  const user = `${encodeURIComponent(server.user)}:${encodeURIComponent(server.password)}`;
  const env = { BACKUP_PASSPHRASE: passphrase, BACKUP_TARGET: `webdav://${user}@${server.host}/` };
  try {
    const name = basename(stored);
    await copyFile(stored, join(server.folder, name));
    await copyFile(`${stored}.json`, join(server.folder, `${name}.json`));
    await expect(run(data, ['check', 'cyno-x'], env)).rejects.toThrow(/There is no backup cyno-x in webdav:/);
    const { text } = await run(data, ['check'], env);
    expect(text).toMatch(/is restorable: \d+ tables with \d+ rows were compared and are equal/);
    expect(await readdir(join(data, 'backup'))).toEqual([]);
    const content = await readFile(stored);
    content.writeUInt8(content.readUInt8(700_000) ^ 1, 700_000);
    await writeFile(join(server.folder, name), content);
    await expect(run(data, ['restore', name], env)).rejects.toThrow(/is damaged: it is not what was stored/);
    expect(await readFile(join(data, 'here-before'), 'utf8')).toBe('kept');
  } finally {
    await server.stop();
  }
});

const archiveOf = (manifest: object) =>
  async function* () {
    yield* tarText('cyno/manifest.json', JSON.stringify(manifest));
    yield tarEnd;
  };
const manifest = {
  format: 1,
  version: '9.0.0',
  migration: 1,
  createdAt: '',
  postgres: 18,
  platform: 'linux-x64',
  bytes: 1,
};

const refused: [string, (path: string) => Promise<unknown>, RegExp, Record<string, string>?][] = [
  ['no file', async () => {}, /cannot be read: there is no such file/],
  ['another file', (path) => writeFile(path, 'a photo of a cat, or whatever it is'), /is no backup of Cyno/],
  [
    'a wrong passphrase',
    (path) => copyFile(stored, path),
    /passphrase of the backup is wrong/,
    { BACKUP_PASSPHRASE: 'wrong horse' },
  ],
  [
    'no encryption',
    (path) => write(path, manifest),
    /is not encrypted although there is a passphrase.* restore it with an empty BACKUP_PASSPHRASE\. Nothing/,
  ],
  ['no passphrase', (path) => copyFile(stored, path), /is encrypted. Set BACKUP_PASSPHRASE/, {}],
  [
    'a cut file',
    async (path) => {
      await copyFile(stored, path);
      await truncate(path, 1_000_000);
    },
    /damaged or was cut off/,
  ],
  [
    'a changed file',
    async (path) => {
      const content = await readFile(stored);
      content.writeUInt8(content.readUInt8(700_000) ^ 1, 700_000);
      await writeFile(path, content);
    },
    /damaged or was cut off/,
  ],
  ['a newer format', (path) => write(path, { ...manifest, format: 3 }), /newer version of Cyno/, {}],
  ['a newer database', (path) => write(path, { ...manifest, migration: 9e15 }), /newer version of Cyno/, {}],
  [
    'another processor',
    (path) => write(path, { ...manifest, platform: 'linux-riscv64' }),
    /another kind of machine \(linux-riscv64/,
    {},
  ],
  [
    'another PostgreSQL',
    (path) => write(path, { ...manifest, postgres: 12, platform: `${process.platform}-${process.arch}` }),
    /of PostgreSQL 12/,
    {},
  ],
  [
    'a full disk',
    (path) => write(path, { ...manifest, bytes: 9e15, platform: `${process.platform}-${process.arch}` }),
    /is of PostgreSQL|too little space .* for the restored data/,
    {},
  ],
  [
    'an archive without its end',
    (path) => write(path, { ...manifest, platform: `${process.platform}-${process.arch}` }),
    /damaged or was cut off/,
    {},
  ],
];
const write = (path: string, content: object) => writeArchive(path, archiveOf(content)(), { passphrase: null, signal });

test.each(refused)(
  '%s is told plainly and changes nothing',
  async (_name, make, sentence, env = { BACKUP_PASSPHRASE: passphrase }) => {
    const path = join(data, 'bad.tar.zst');
    await make(path);
    await expect(run(data, ['restore', path], env)).rejects.toThrow(sentence);
    await expectUnchanged();
  },
);

test('a server that runs, or a second backup, is told plainly', async () => {
  const lock = await openDataDirectory(data);
  await expect(run(data, ['restore', stored])).rejects.toThrow(/already running/);
  lock.release();
  const other = takeLock(join(origin, 'backup', 'lock'));
  await expect(run(origin, ['create'])).rejects.toThrow('A backup is already running');
  other?.close();
  await expect(run(data, ['create'])).rejects.toThrow(/There is no Cyno in/);
  await expect(run(data, ['destroy'])).rejects.toThrow(/npm run backup/);
});
