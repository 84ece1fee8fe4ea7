import { promises } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { BackupStore } from './backup-store.ts';
import { describeSource } from './create-archive.ts';
import { runBackup } from './run-backup.ts';
import { localTarget } from './targets/open-target.ts';

const megabyte = 1024 ** 2;
let database: TestDatabase;
let dataDirectory: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), 'cyno-run-backup-'));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDirectory, { recursive: true });
});

const source = () => ({
  url: database.url,
  content: 'rows' as const,
  dataDirectory,
  version: '1.0.0',
  whole: (_name: string, content: Buffer) => content,
});

/** Backs up a database of the operator, so that rows are stored. */
function backUp() {
  return runBackup({
    source: source(),
    store: new BackupStore(localTarget(dataDirectory)),
    kind: 'manual',
    passphrase: null,
    retention: { days: 1, weeks: 0, months: 0 },
    log: silentLogger,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

/** Until the test ends the disk has so many bytes free, by the name of the folder that is looked at. */
function haveFree(bytesOf: (folder: string) => number): void {
  const spy = vi.spyOn(promises, 'statfs').mockImplementation((async (path: string) => ({
    bsize: 1,
    bavail: bytesOf(basename(path)),
  })) as never);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}

test('a disk with too little room for rows and the tables that they become leaves a backup unproven', async () => {
  const { bytes } = await describeSource(source());
  haveFree(() => 2 * bytes + 300 * megabyte);
  const backup = await backUp();
  expect(backup).toMatchObject({ checked: null, unchecked: expect.stringMatching(/^There was too little space/) });
});

test('a folder that cannot be used is named', async () => {
  const folder = join(dataDirectory, 'backup');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'no folder');
  await expect(backUp()).rejects.toThrow(
    `The backup failed: the folder ${folder}, in which backups are made, cannot be used (it is a file). Give`,
  );
  await rm(folder);
  await mkdir(join(folder, 'lock'), { recursive: true });
  await expect(backUp()).rejects.toThrow(`${folder}, in which backups are made, cannot be used (unable to open`);
  await rm(folder, { recursive: true });
});

test('a disk that becomes full by the proof loses no backup', async () => {
  haveFree((folder) => (folder === 'check' ? 0 : 100_000 * megabyte));
  const backup = await backUp();
  expect(backup).toMatchObject({ checked: null, unchecked: 'The disk became full while it was restored.' });
  expect(await readdir(join(dataDirectory, 'backups'))).toContain(backup.file);
});
