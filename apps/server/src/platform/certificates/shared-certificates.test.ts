import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { SharedCertificates } from './index.ts';
import { writePrivate } from './private-files.ts';

let db: TestDatabase;
let directory: string;
beforeEach(async () => {
  db = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'cyno-shared-'));
});
afterEach(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

const serverOf = (name: string) =>
  new SharedCertificates({ database: db.database, dataDirectory: join(directory, name), log: silentLogger });
const write = (path: string, content: string) => writePrivate(join(directory, path), content);
const read = (path: string) => readFile(join(directory, path), 'utf8');

test('the next server presents what the one before had, and not what lay on its own disk', async () => {
  await write('barn-1/mqtt-tls/cert.pem', 'the certificate');
  await write('barn-1/tls/acme/certificate.pem', 'of the authority');
  const first = serverOf('barn-1');
  await first.load();
  await first.start();
  await write('barn-1/tls/acme/certificate.pem', 'renewed');
  await first.stop();

  await write('barn-2/mqtt-tls/cert.pem', 'another one');
  await write('barn-2/tls/local/root.pem', 'of an earlier time');
  const second = serverOf('barn-2');
  await second.load();
  expect(await read('barn-2/mqtt-tls/cert.pem')).toBe('the certificate');
  expect(await read('barn-2/tls/acme/certificate.pem')).toBe('renewed');
  expect(await readdir(join(directory, 'barn-2/tls/local'))).toEqual([]);
});

test('the first of several servers keeps its own', async () => {
  await write('barn-1/mqtt-tls/cert.pem', 'the certificate');
  const first = serverOf('barn-1');
  await first.load();
  expect(await read('barn-1/mqtt-tls/cert.pem')).toBe('the certificate');
});

test('a file that an editor left beside the certificates keeps nobody from sharing them', async () => {
  await write('barn-1/mqtt-tls/cert.pem', 'the certificate');
  await write('barn-1/mqtt-tls/.cert.pem.swp', 'a draft');
  await write('barn-1/mqtt-tls/cert (1).pem', 'a copy');
  const first = serverOf('barn-1');
  await first.start();
  await first.stop();
  await serverOf('barn-2').load();
  expect(await readdir(join(directory, 'barn-2/mqtt-tls'))).toEqual(['cert.pem']);
});

test('a path in the database that leads out of the folders of certificates is not written', async () => {
  const value = JSON.stringify({ 'mqtt-tls/../../outside.pem': 'x' });
  await db.database.pool.query(`INSERT INTO server_state (key, value) VALUES ('certificates', $1)`, [value]);
  await serverOf('barn-1').load();
  expect(await readdir(directory)).toEqual([]);
});
