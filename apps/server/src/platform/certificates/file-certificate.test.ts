import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readableLogger } from '../../../test/log.ts';
import { loadTlsCertificate } from '../broker/index.ts';
import { FileCertificate } from './file-certificate.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-files-'));
});
afterEach(() => rm(directory, { recursive: true }));

const newPair = (name: string) =>
  loadTlsCertificate({ certPath: undefined, keyPath: undefined, dataDirectory: join(directory, name) });

test('a renewed pair is taken over as soon as both files belong together, and what cannot be used is logged once', async () => {
  const [first, second] = [await newPair('one'), await newPair('two')];
  const { log, texts } = readableLogger();
  const paths = { certPath: join(directory, 'cert.pem'), keyPath: join(directory, 'key.pem') };
  await writeFile(paths.certPath, first.cert);
  await writeFile(paths.keyPath, first.key);
  const certificate = new FileCertificate(first, { ...paths, log });
  const changes: string[] = [];
  certificate.onChange(() => changes.push(certificate.pair.cert));
  await certificate.check();
  await writeFile(paths.certPath, second.cert);
  await certificate.check();
  await certificate.check();
  expect([certificate.pair, changes]).toEqual([first, []]);
  await writeFile(paths.keyPath, second.key);
  await certificate.check();
  expect([certificate.pair, changes]).toEqual([second, [second.cert]]);
  await rm(paths.keyPath);
  await certificate.check();
  expect(certificate.pair).toEqual(second);
  expect(texts()).toEqual([
    expect.stringMatching(/cert\.pem and .*key\.pem do not belong together/),
    'The certificate was read again',
    expect.stringContaining('ENOENT'),
  ]);
});
