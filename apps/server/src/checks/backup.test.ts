import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import {
  type Backups,
  type ErrorReason,
  type HistoryResponse,
  type RestoreOpened,
  type RestoreState,
  restorePieceBytes,
} from '@cyno/contract';
import { Encrypter } from 'age-encryption';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startServerProcess } from '../../test/processes/server-process.ts';
import { connectPacket, publishPacket, RawClient } from '../platform/broker/test/raw-client.ts';

const espid = 'ESP32-D0WDQ6-100_0000bac0';
const login = { email: 'owner@example.com', password: 'a-long-Passphrase-7' };

let directory: string;
let elsewhere: string;
let server: ServerProcess;
let username = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-backed-up-'));
  elsewhere = await mkdtemp(join(tmpdir(), 'cyno-restored-'));
  server = await startServerProcess(directory);
  await server.call('POST', '/api/auth/signup', { ...login, setupCode: server.setupCode });
  const { connectionKey } = (await server.call('GET', '/api/pairing', undefined, await openSession())) as {
    connectionKey: string;
  };
  username = `${login.email}/${connectionKey}`;
});
afterEach(() => server.kill());
afterAll(async () => {
  for (const path of [directory, elsewhere]) await rm(path, { recursive: true, force: true, maxRetries: 20 });
});

async function openSession(): Promise<string> {
  const { access_token } = (await server.call('POST', '/api/auth/login', login)) as { access_token: string };
  return access_token;
}

/** Publishes without a pause until the server is gone; what was echoed is in `echoed`. */
async function runBoard(echoed: number[]): Promise<void> {
  const client = await RawClient.open(server.plainPort);
  client.send(connectPacket({ clientId: espid, username }));
  expect((await client.next('connack')).returnCode).toBe(0);
  for (let n = 1; !client.isClosed; n += 1) {
    client.send(publishPacket(`/${espid}/data/update`, `{"n":${n}}`));
    if (!(await client.next('publish').catch(() => undefined))) return;
    echoed.push(n);
  }
}

/** A backup gives way to whatever else the machine does, and so do several restores. */
const whole = { timeout: 280_000 };
const severalMs = 900_000;
const backupsOf = async (token: string) =>
  (await server.call('GET', '/api/admin/backups', undefined, token)) as Backups;
const begin = (token: string) => server.call('POST', '/api/admin/backups', undefined, token);
const copying = (token: string) =>
  expect.poll(async () => (await backupsOf(token)).running?.progress, { interval: 20, ...whole }).toBeTruthy();
const archives = async (of: string) => (await readdir(join(of, 'backups'))).filter((name) => name.endsWith('.zst'));

/** Starts a server on an empty directory and gives it an archive as the page of the first start does, first what it must refuse. */
async function restoreByPage(archive: Buffer): Promise<void> {
  server = await startServerProcess(elsewhere);
  const { setupCode } = server;
  const opened = await server.call('POST', '/api/setup/restore/open', { setupCode: setupCode ?? '' });
  const { token } = opened as RestoreOpened;
  const state = () => server.call('GET', '/api/setup/restore', undefined, token) as Promise<RestoreState>;
  const put = (content: Buffer, offset: number, bytes: number) =>
    fetch(new URL(`/api/setup/restore/archive?offset=${offset}&bytes=${bytes}`, server.http), {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` },
      body: new Uint8Array(content),
    });
  const upload = async (content: Buffer, passphrase: string | null = null) => {
    for (let offset = 0; offset < content.length; offset += restorePieceBytes) {
      const piece = content.subarray(offset, offset + restorePieceBytes);
      expect((await put(piece, offset, content.length)).status).toBe(200);
    }
    await server.call('POST', '/api/setup/restore', { file: null, passphrase }, token);
  };
  const setupNeeded = async () => {
    const config = await server.call('GET', '/api/config').catch(() => undefined);
    return (config as { setupNeeded: boolean } | undefined)?.setupNeeded;
  };
  const entries = async () => (await readdir(elsewhere)).filter((name) => name !== 'backup').sort();
  const before = await entries();
  const tooLarge = await put(archive.subarray(0, 10), 0, 1e15);
  expect([tooLarge.status, await tooLarge.json()]).toMatchObject([409, { reason: 'backup_no_space' }]);
  const encrypted = await encrypt(archive, 'of the backup');
  const refused: [reason: ErrorReason, content: Buffer, passphrase?: string][] = [
    ['backup_is_none', Buffer.from('a photo')],
    ['backup_damaged', archive.subarray(0, archive.length - 1_000)],
    ['backup_newer', ofNewerVersion(archive)],
    ['backup_locked', encrypted],
    ['backup_passphrase_wrong', encrypted, 'another one'],
    ['backup_not_encrypted', archive, 'of the backup'],
  ];
  for (const [reason, content, passphrase] of refused) {
    await upload(content, passphrase);
    await expect.poll(state, whole).toMatchObject({ running: null, failure: { reason } });
    expect([await setupNeeded(), await entries()]).toEqual([true, before]);
  }
  await upload(encrypted, 'of the backup');
  await expect.poll(setupNeeded, whole).toBe(false);
}

async function encrypt(archive: Buffer, passphrase: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(12);
  encrypter.setPassphrase(passphrase);
  return Buffer.from(await encrypter.encrypt(archive));
}

/** The archive of a newer version: the number of its format is higher. */
function ofNewerVersion(archive: Buffer): Buffer {
  const tar = zstdDecompressSync(archive);
  const format = Buffer.from('"format":');
  tar.write('9', tar.indexOf(format) + format.length);
  return zstdCompressSync(tar);
}

test('a backup under messages has all that was acknowledged before it, and none counts whose maker was killed', {
  timeout: severalMs,
}, async () => {
  const token = await openSession();
  const echoed: number[] = [];
  const board = runBoard(echoed);
  await expect.poll(() => echoed.length).toBeGreaterThan(20);
  const before = [...echoed];
  const file = { name: 'values.csv', bytes: 3 };
  const announced = await server.call('POST', `/api/device/${espid}/imports`, file, token);
  const ofImport = `/api/device/${espid}/imports/${(announced as { id: string }).id}`;
  expect(await server.call('GET', ofImport, undefined, token)).toMatchObject(file);
  await begin(token);
  await expect.poll(() => backupsOf(token), whole).toMatchObject({ running: null, lastRun: { failure: null } });
  const { backups } = await backupsOf(token);
  expect(backups).toMatchObject([{ kind: 'manual', unchecked: null, checked: { rows: expect.any(Number) } }]);

  await begin(token);
  await copying(token);
  await server.kill();
  await board;
  expect(await archives(directory)).toEqual([backups[0]?.file]);
  // Its maker notices, and cleans up.
  await expect.poll(() => readdir(join(directory, 'backup')), whole).not.toContain('work');

  await restoreByPage(await readFile(join(directory, 'backups', backups[0]?.file ?? '')));
  // Nobody finds files of the time of the backup imported.
  await expect(server.call('GET', ofImport, undefined, await openSession())).rejects.toThrow('There is no import');
  const path = `/api/device/${espid}/history?from=0&to=${Date.now() + 60_000}&points=10000`;
  const { series } = (await server.call('GET', path, undefined, await openSession())) as HistoryResponse;
  expect(before.filter((n) => !series.n?.value.includes(n))).toEqual([]);
});

test('a backup whose database is killed fails with a sentence, and the next one is made', async () => {
  server = await startServerProcess(elsewhere);
  const token = await openSession();
  await begin(token);
  await copying(token);
  await server.killDatabase();
  await expect
    .poll(() => backupsOf(token), whole)
    .toMatchObject({
      running: null,
      lastRun: { failure: { error: expect.stringMatching(/^The backup failed/), reason: 'backup_failed' } },
    });
  expect(await archives(elsewhere)).toEqual([]);
  await expect.poll(() => begin(token).catch(() => null), whole).toBeTruthy();
  await expect.poll(() => backupsOf(token), whole).toMatchObject({ running: null, lastRun: { failure: null } });
  // Two, where the database came back while the first one was begun, whose request failed then.
  const made = (await backupsOf(token)).backups.map(({ unchecked }) => unchecked);
  expect([[null], [null, null]]).toContainEqual(made);
});
