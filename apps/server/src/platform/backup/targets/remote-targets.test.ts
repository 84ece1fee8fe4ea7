import { once as onceEmitted } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../../test/free-port.ts';
import { type StorageServer, startRclone, startS3 } from '../../../../test/stand-ins/storage-servers.ts';
import { StartError } from '../../start-error.ts';
import { BackupStore } from '../backup-store.ts';
import type { StoredBackup } from '../stored-backup.ts';
import { mistakeOf } from './address.ts';
import { openTarget, type TargetSettings } from './open-target.ts';

/** Above the size of a part of an upload, which is 8 MiB in S3 and 255 KiB elsewhere. */
const sizes: Record<string, number> = { s3: 9 * 1024 ** 2 };
const usualBytes = 600 * 1_024;
const contentFor = (name: string) => Buffer.alloc(sizes[name] ?? usualBytes, 'A backup that is longer than one part. ');

interface Kind {
  readonly start: (directory: string) => Promise<StorageServer>;
  readonly address: (server: StorageServer, password: string) => string;
}

const userInfo = (user: string, password: string) => `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
const kinds: Record<string, Kind> = {
  s3: {
    start: (directory) => startS3({ directory }),
    address: ({ host, user }, password) => `s3+http://${userInfo(user, password)}@${host}/bucket/cyno/here`,
  },
  sftp: {
    start: (directory) => startRclone('sftp', { directory }),
    address: ({ host, user }, password) => `sftp://${userInfo(user, password)}@${host}/cyno/here`,
  },
  webdav: {
    start: (directory) => startRclone('webdav', { directory }),
    address: ({ host, user }, password) => `webdav://${userInfo(user, password)}@${host}/cyno/here`,
  },
};

let directory: string;
let archive: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-targets-'));
});
afterAll(() => rm(directory, { recursive: true }));
beforeEach(async () => {
  archive = join(directory, 'archive');
  await writeFile(archive, contentFor('any'));
});

const anyBackup: StoredBackup = {
  file: 'cyno-20260102T030405Z.tar.zst',
  bytes: usualBytes,
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
};
const { signal } = new AbortController();
const once = { days: 1, weeks: 0, months: 0 };

async function hostKeyOf(target: string): Promise<string> {
  const sentence = await openTarget({ target, directory, sshKey: null, sshHostKey: null }, directory)
    .list()
    .catch((error: Error) => error.message);
  return /SHA256:[A-Za-z0-9+/]{43}/.exec(String(sentence))?.[0] ?? '';
}

describe.each(Object.entries(kinds))('%s', (name, { start, address }) => {
  let server: StorageServer;
  let settings: TargetSettings;
  const stores: BackupStore[] = [];
  const content = contentFor(name);
  const backup = { ...anyBackup, bytes: content.length };
  beforeEach(() => writeFile(archive, content));
  beforeAll(async () => {
    server = await start(join(directory, name));
    const target = address(server, server.password);
    const sshHostKey = name === 'sftp' ? await hostKeyOf(target) : null;
    settings = { target, directory, sshKey: null, sshHostKey };
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });

  function open(changes: Partial<TargetSettings> = {}): BackupStore {
    const store = new BackupStore(openTarget({ ...settings, ...changes }, directory));
    stores.push(store);
    return store;
  }

  const stored = async () =>
    (await readdir(server.folder, { recursive: true })).filter(
      (path) => path.includes('cyno-') || path.includes('part'),
    );

  test('a backup is stored whole, listed, read, and removed when its time is over', async () => {
    const done: number[] = [];
    const store = open();
    await store.add(archive, backup, { signal, onBytes: (bytes) => done.push(bytes) });
    expect(done.at(-1)).toBe(content.length);
    // What another connection sees is there.
    expect(await open().list()).toEqual([backup]);
    expect(content.equals(await buffer(await store.read(backup.file)))).toBe(true);
    const newer = { ...backup, file: 'cyno-20260102T040506Z.tar.zst', at: backup.at + 3_600_000 };
    await store.add(archive, newer, { signal, onBytes: () => undefined });
    expect(await store.prune(once)).toEqual([backup.file]);
    expect(await store.list()).toEqual([newer]);
    await store.remove(newer.file);
    expect(await stored()).toEqual([]);
  });

  test('an archive that somebody brought without its description stays', async () => {
    const brought = openTarget(settings, directory);
    await brought.put(backup.file, archive, { signal, onBytes: () => undefined });
    const store = open();
    expect(await store.prune(once)).toEqual([]);
    // Not by its files: the S3 server has three for an object.
    expect(await brought.list()).toEqual([{ name: backup.file, bytes: content.length }]);
    await brought.close();
    await store.remove(backup.file);
  });

  test('an upload that is cut off is no backup, and the next run leaves nothing of it', async () => {
    const cut = new AbortController();
    const store = open();
    const put = store.add(archive, backup, { signal: cut.signal, onBytes: () => cut.abort() });
    await expect(put).rejects.toThrow();
    expect(await open().list()).toEqual([]);
    await open().prune(once);
    expect(await stored()).toEqual([]);
  });

  test('wrong credentials and a server that is away are told in a sentence without a secret', async () => {
    const wrong = open({ target: address({ ...server, user: 'nobody' }, 'wrong/canary') });
    const refusal = await wrong.list().catch((error: StartError) => error);
    const refused = String(refusal instanceof StartError && refusal.message);
    expect(refusal).toMatchObject({ why: { reason: 'backup_target_credentials', values: { target: wrong.label } } });
    expect(refused).toMatch(/^The backup target .*127.0.0.1:\d+\/.*cyno\/here cannot be used: .*(password|access key)/);
    expect(refused).not.toMatch(/canary|%2F|nobody/);
    const away = open({ target: address({ ...server, host: `127.0.0.1:${await freePort()}` }, 'wrong/canary') });
    const sentence = await away.list().catch((error: Error) => error.message);
    expect(sentence).toMatch(/127.0.0.1:\d+\/.* cannot be used: nothing listens there\.$/);
    expect(sentence).not.toMatch(/canary/);
    expect(away.label).not.toContain('canary');
  });
});

test.each(['sftp', 'webdav'] as const)(
  '%s: a server whose disk is full is told, and the half of a backup goes',
  async (kind) => {
    const own = join(directory, `${kind}-full`);
    const server = await startRclone(kind, { directory: own, maxBytes: 64 * 1_024 });
    const target = kinds[kind]?.address(server, server.password) ?? '';
    const sshHostKey = kind === 'sftp' ? await hostKeyOf(target) : null;
    const store = new BackupStore(openTarget({ target, directory, sshKey: null, sshHostKey }, directory));
    try {
      await expect(store.add(archive, anyBackup, { signal, onBytes: () => undefined })).rejects.toThrow(
        /^The backup target .* cannot be used: (it refused; it may be full|it responded with status (405|5\d\d))\.$/,
      );
      expect(await store.list()).toEqual([]);
      await store.prune(once);
      expect(await readdir(join(server.folder, 'cyno', 'here'))).toEqual([]);
    } finally {
      await store.close();
      await server.stop();
    }
  },
);

test.each(['sftp', 'webdav', 'directory'] as const)(
  '%s: an upload that was cut off goes after a day; one that another server may be sending stays',
  async (kind) => {
    const own = join(directory, `${kind}-parts`);
    const folder = join(own, 'stored', 'cyno', 'here');
    await mkdir(folder, { recursive: true });
    const [left, young] = ['cyno-left.tar.zst.part', 'cyno-young.tar.zst.part'];
    for (const name of [left, young]) await writeFile(join(folder, name), 'half');
    const before = (hours: number) => Date.now() / 1_000 - hours * 3_600;
    await utimes(join(folder, left), before(25), before(25));
    await utimes(join(folder, young), before(23), before(23));
    const server = kind === 'directory' ? undefined : await startRclone(kind, { directory: own });
    const target = server ? (kinds[kind]?.address(server, server.password) ?? '') : folder;
    const sshHostKey = kind === 'sftp' ? await hostKeyOf(target) : null;
    const opened = openTarget({ target, directory, sshKey: null, sshHostKey }, directory);
    await opened.removeUnfinished();
    await opened.close();
    await server?.stop();
    expect(await readdir(folder)).toEqual([young]);
  },
);

test('s3: so does a started upload of many parts', async () => {
  const before = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const upload = (key: string, initiated: string) =>
    `<Upload><Key>cyno/here/${key}</Key><UploadId>of-${key}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  const uploads = [upload('cyno-left', before(25)), upload('cyno-young', before(23)), upload('other', before(25))];
  const aborted: (string | undefined)[] = [];
  // The other S3 server does not list them.
  const server = createServer(({ method, url }, response) => {
    if (method === 'DELETE') aborted.push(url);
    response.end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
  }).listen(0, '127.0.0.1');
  await onceEmitted(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = `s3+http://user:password@127.0.0.1:${port}/bucket/cyno/here`;
  const opened = openTarget({ target, directory, sshKey: null, sshHostKey: null }, directory);
  await opened.removeUnfinished();
  await opened.close();
  server.close();
  expect(aborted).toEqual([expect.stringContaining('uploadId=of-cyno-left')]);
});

test('an SFTP server that shows another key gets nothing', async () => {
  const server = await startRclone('sftp', { directory: join(directory, 'other') });
  const target = kinds.sftp?.address(server, server.password) ?? '';
  const other = { target, directory, sshKey: null, sshHostKey: `SHA256:${'A'.repeat(43)}` };
  await expect(openTarget(other, directory).list()).rejects.toThrow(/shows another key than BACKUP_SSH_HOST_KEY/);
  await expect(openTarget({ ...other, sshHostKey: null }, directory).list()).rejects.toThrow(
    /compare that on the server, then set BACKUP_SSH_HOST_KEY to it/,
  );
  await server.stop();
});

test.each([
  ['/mnt/backup', undefined],
  ['C:\\backups', undefined],
  ['ftp://user:password@nas/backups', /must be the path of a directory, .* or an address that begins with/],
  ['nonsense', /must be the path of a directory/],
  ['./backups', undefined],
  ['s3:/KEY:SECRET@host/b', /must be the path of a directory/],
  ['nas:/volume/b', /must be the path of a directory/],
  ['s3://s3.example.com/bucket', /must look like s3:\/\//],
  ['s3://KEY:SEC/RET@s3.example.com/bucket', /written as %2F/],
  ['s3://KEY:SECRET@s3.example.com/', /must look like/],
  ['sftp://nas/backups', /must look like sftp/],
  ['webdavs://user:pa%ss@cloud.example.com/dav', /must look like webdavs/],
  ['webdavs://user:pa%25ss@cloud.example.com/dav', undefined],
])('the address %s', (address, mistake) => {
  if (mistake) expect(mistakeOf(address)).toMatch(mistake);
  else expect(mistakeOf(address)).toBeUndefined();
});
