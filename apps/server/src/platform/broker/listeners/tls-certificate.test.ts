import { X509Certificate } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartError } from '../../start-error.ts';
import { loadTlsCertificate } from './tls-certificate.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-tls-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

const load = (paths: { certPath?: string; keyPath?: string } = {}) =>
  loadTlsCertificate({ certPath: undefined, keyPath: undefined, dataDirectory: directory, ...paths });

test('makes a P-256 pair that lasts, once, and lets only its owner read it', async () => {
  const first = await load();
  const certificate = new X509Certificate(first.cert);
  expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' });
  expect(certificate.validToDate.getFullYear()).toBeGreaterThanOrEqual(new Date().getFullYear() + 29);
  for (const name of ['cert.pem', 'key.pem']) {
    expect((await stat(join(directory, 'mqtt-tls', name))).mode & 0o777).toBe(0o600);
  }
  expect(await load()).toEqual(first);
});

test('makes a whole new pair when it was interrupted before', async () => {
  const first = await load();
  await rm(join(directory, 'mqtt-tls', 'cert.pem'));
  const second = await load();
  expect(second.key).not.toBe(first.key);
});

test("takes the operator's own files", async () => {
  const own = await load();
  const paths = { certPath: join(directory, 'c.pem'), keyPath: join(directory, 'k.pem') };
  await writeFile(paths.certPath, own.cert);
  await writeFile(paths.keyPath, own.key);
  await rm(join(directory, 'mqtt-tls'), { recursive: true });
  expect(await load(paths)).toEqual(own);
  await expect(stat(join(directory, 'mqtt-tls'))).rejects.toThrow();
});

test('reports in one line which files cannot be used', async () => {
  const paths = { certPath: join(directory, 'none.pem'), keyPath: join(directory, 'k.pem') };
  await expect(load(paths)).rejects.toThrow(StartError);
  await expect(load(paths)).rejects.toThrow(`The TLS file ${paths.certPath} cannot be read`);
  const own = await load();
  await rm(join(directory, 'mqtt-tls'), { recursive: true });
  const other = await load();
  await writeFile(paths.certPath, own.cert);
  await writeFile(paths.keyPath, other.key);
  await expect(load(paths)).rejects.toThrow(/cannot be used together/);
});

test('reports when the data directory cannot take the pair', async () => {
  const blocked = join(directory, 'blocked');
  await writeFile(blocked, '');
  await chmod(blocked, 0o400);
  await expect(loadTlsCertificate({ certPath: undefined, keyPath: undefined, dataDirectory: blocked })).rejects.toThrow(
    StartError,
  );
  expect(await readFile(blocked, 'utf8')).toBe('');
});
