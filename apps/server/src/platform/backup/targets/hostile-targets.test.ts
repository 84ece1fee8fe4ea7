import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  type HostileStorage,
  startHostileS3,
  startHostileSftp,
  startHostileWebdav,
} from '../../../../test/stand-ins/hostile-storage.ts';
import { BackupStore } from '../backup-store.ts';
import { withFetched } from '../fetch-archive.ts';
import type { StoredBackup } from '../stored-backup.ts';
import { openTarget } from './open-target.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-hostile-target-'));
  return () => rm(directory, { recursive: true });
});

/** Long enough for a busy machine to come to what is silent. */
const patienceMs = 5_000;
const content = 'what somebody wants to be written';
const described = (file: string): StoredBackup => ({
  file,
  bytes: content.length,
  sha256: '',
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  kind: 'planned',
  encrypted: false,
  version: '0.2.0',
  migration: 1,
  postgres: 18,
  platform: 'linux-x64',
  tookMs: 1,
  checked: null,
  unchecked: 'It is none.',
});
const good = 'cyno-20260102T030405Z.tar.zst';
const claim = (file: string, by = good) => ({ [`${by}.json`]: JSON.stringify(described(file)), [file]: content });

const kinds = { S3: startHostileS3, WebDAV: startHostileWebdav, SFTP: startHostileSftp };
describe.each(Object.entries(kinds))('%s', (kind, start) => {
  let storage: HostileStorage & { readonly hostKey?: string };
  const stores: BackupStore[] = [];
  beforeAll(async () => {
    storage = await start();
  });
  afterAll(() => storage.stop());
  beforeEach(() => {
    Object.assign(storage, { claimed: claim(good), listing: 'honest', reading: 'honest', leadsTo: null });
    storage.requests.length = 0;
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  function open(respondMs?: number): BackupStore {
    const settings = { target: storage.target, directory, sshKey: null, sshHostKey: storage.hostKey ?? null };
    const store = new BackupStore(openTarget(settings, directory, respondMs), respondMs);
    stores.push(store);
    return store;
  }

  test('no name that it chooses becomes a path', async () => {
    const chosen = ['../../../written', '/written', `../${good}`, `${good}/../../written`, `${good}\n`, 'written'];
    storage.claimed = Object.assign(
      {},
      ...chosen.map((file, n) => claim(file, `cyno-2026010${n + 1}T030405Z.tar.zst`)),
    );
    expect(await open().list()).toEqual([]);
    storage.claimed = claim(good);
    expect(await open().list()).toEqual([described(good)]);
  });

  test('a description that is long, or never ends, is none', async () => {
    const long = `${JSON.stringify(described(good))}${' '.repeat(100_000)}`;
    storage.claimed = { [`${good}.json`]: long, [good]: content };
    expect(await open().list()).toEqual([]);
    expect(storage.requests.filter((text) => text.endsWith(`${good}.json`))).toEqual([]);
    storage.claimed = claim(good);
    storage.reading = 'endless';
    expect(await open().list()).toEqual([]);
  });

  test('it is given up when it sends nothing', async () => {
    const silent = /^The backup target .* cannot be used: it does not respond\.$/;
    storage.reading = 'silent';
    await expect(open(patienceMs).list()).rejects.toThrow(silent);
    expect(storage.requests.filter((text) => text.includes(good))).not.toEqual([]);
    storage.listing = 'silent';
    await expect(open(patienceMs).list()).rejects.toThrow(silent);
  });

  test('a list that never ends is refused', async () => {
    storage.listing = 'endless';
    await expect(open().list()).rejects.toThrow(
      /^The backup target .* cannot be used: its (list of files|response) is too long/,
    );
  });

  test('an archive that is cut off, or stalls, ends with an error', async () => {
    storage.reading = 'cut';
    await expect(open().read(good).then(buffer)).rejects.toThrow();
    expect(storage.requests.filter((text) => text.includes(good))).not.toEqual([]);
    storage.requests.length = 0;
    storage.reading = 'silent';
    await expect(open(patienceMs).read(good).then(buffer)).rejects.toThrow(/does not respond/);
    expect(storage.requests.filter((text) => text.includes(good))).not.toEqual([]);
  });

  test('an archive that never ends fills no disk', async () => {
    const store = open();
    const [backup = described(good)] = await store.list();
    storage.reading = 'endless';
    const options = {
      backup,
      dataDirectory: directory,
      signal: AbortSignal.timeout(60_000),
      onProgress: () => undefined,
    };
    await expect(withFetched(store, options, async () => undefined)).rejects.toThrow(/is longer than what was stored/);
    expect(await readdir(join(directory, 'backup'))).toEqual([]);
  });

  // SFTP knows no redirects.
  if (kind === 'SFTP') return;
  test('it does not lead requests to another server of this machine', async () => {
    const other = await start();
    onTestFinished(() => other.stop());
    storage.leadsTo = `${other.target.replace(/^.*@/, 'http://')}/`;
    const store = open();
    await expect(store.list()).rejects.toThrow(/cannot be used/);
    await expect(store.remove(good)).rejects.toThrow(/cannot be used/);
    await expect(store.read(good)).rejects.toThrow(/cannot be used/);
    expect(other.requests).toEqual([]);
  });
});
