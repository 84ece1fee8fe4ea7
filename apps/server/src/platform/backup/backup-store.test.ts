import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BackupStore } from './backup-store.ts';
import type { StoredBackup } from './stored-backup.ts';
import { localTarget } from './targets/open-target.ts';

let directory: string;
let store: BackupStore;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-store-'));
  store = new BackupStore(localTarget(directory));
});
afterEach(() => rm(directory, { recursive: true }));

async function add(file: string, at: number): Promise<StoredBackup> {
  const path = join(directory, 'archive');
  await writeFile(path, 'archive');
  const backup: StoredBackup = {
    file,
    bytes: 7,
    sha256: '',
    at,
    kind: 'planned',
    encrypted: false,
    version: '0.2.0',
    migration: 1,
    postgres: 18,
    platform: 'linux-x64',
    tookMs: 1,
    checked: null,
    unchecked: 'It is none.',
  };
  await store.add(path, backup, { signal: new AbortController().signal, onBytes: () => undefined });
  return backup;
}

test('the one that was just added stays when the clock is behind the others', async () => {
  const later = await add('cyno-20260615T023000Z.tar.zst', Date.UTC(2026, 5, 15, 2, 30));
  const added = await add('cyno-20200101T000000Z.tar.zst', Date.UTC(2020, 0, 1));
  const retention = { days: 1, weeks: 1, months: 1 };
  expect(await store.prune(retention, added.file)).toEqual([]);
  expect(await store.list()).toEqual([later, added]);
  // It counts as the others do when the next one is there.
  expect(await store.prune(retention)).toEqual([added.file]);
});
