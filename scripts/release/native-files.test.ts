import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { nativeFilesBelow } from './native-files.mjs';

/** The header of a program for Linux; `machine` is its architecture. */
function elfHeader(machine: number, { bigEndian = false } = {}): Buffer {
  const header = Buffer.alloc(64);
  header.write('\x7fELF', 'latin1');
  header[5] = bigEndian ? 2 : 1;
  if (bigEndian) header.writeUInt16BE(machine, 18);
  else header.writeUInt16LE(machine, 18);
  return header;
}

test('each program and library has the architecture that its header names', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-native-'));
  const place = (name: string, content: Buffer | string) => writeFile(join(directory, name), content);
  await mkdir(join(directory, 'bin'));
  await place('bin/postgres', elfHeader(0xb7));
  await place('argon2.node', elfHeader(0x3e));
  await place('libarm.so', elfHeader(0x28));
  await place('libs390.so', elfHeader(0xb7, { bigEndian: true }));
  await place('windows.node', 'MZ');
  await place('cut', elfHeader(0xb7).subarray(0, 10));
  await place('text', 'a page of text that is longer than any header');
  await place('empty', '');
  await copyFile(process.execPath, join(directory, 'bin', 'node'));
  const found = await nativeFilesBelow(directory);
  const byName = found.map(({ file, architecture }) => [relative(directory, file), architecture]);
  expect(Object.fromEntries(byName)).toEqual({
    'bin/postgres': 'arm64',
    'bin/node': process.arch === 'x64' ? 'amd64' : process.arch,
    'argon2.node': 'amd64',
    'libarm.so': null,
    'libs390.so': null,
    'windows.node': null,
  });
  await rm(directory, { recursive: true });
});
