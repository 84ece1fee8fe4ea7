import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { packTar, type TarEntry } from 'modern-tar';
import { beforeEach, expect, test } from 'vitest';
import { runBackupCommand } from '../backup-commands.ts';
import { loadConfig } from '../config.ts';
import { newestMigration } from '../platform/database/index.ts';

let data: string;
/** Is there when something of an archive ran, or was written outside. */
let marker: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'cyno-hostile-'));
  marker = join(data, '..', `${data}-marker`);
  return async () => {
    for (const path of [data, marker]) await rm(path, { recursive: true, force: true });
  };
});

const text = (name: string, body: string): TarEntry => ({ header: { name, size: Buffer.byteLength(body) }, body });
const manifest = {
  format: 2,
  version: '0.2.0',
  migration: newestMigration(),
  createdAt: '2026-11-29T00:00:00.000Z',
  postgres: 18,
  platform: `${process.platform}-${process.arch}`,
  bytes: 1_000,
};
const checks = { at: '2026-11-29T00:00:00.000Z', point: '', files: {}, tables: {} };
const table = { name: 'public.zz', quoted: 'public.zz', columns: ['id'], partition: null };

/** Restores an archive with these entries behind its manifest. */
async function restore(...entries: TarEntry[]) {
  const tar = await packTar([text('cyno/manifest.json', JSON.stringify(manifest)), ...entries]);
  const archive = join(data, 'hostile.tar.zst');
  await writeFile(archive, zstdCompressSync(tar));
  const config = loadConfig({ DATA_DIR: data }, data);
  return await runBackupCommand(['restore', archive], { config, signal: new AbortController().signal });
}

async function expectNothing(): Promise<void> {
  await expect(access(marker)).rejects.toThrow('ENOENT');
  expect((await readdir(data)).filter((name) => name !== 'cyno.lock')).toEqual(['hostile.tar.zst']);
}

const command = () => `COPY (SELECT 1) TO PROGRAM 'touch ${marker}'`;
test.each<[what: string, change: () => object]>([
  ['name of a table', () => ({ quoted: `public.zz (a int); ROLLBACK; ${command()}; --` })],
  ['quoted name of a table', () => ({ quoted: `public."zz" (a int); ROLLBACK; ${command()}; --"` })],
  ['table of PostgreSQL itself', () => ({ quoted: 'pg_catalog.pg_authid' })],
  ['column', () => ({ columns: ['id', `id) FROM PROGRAM 'touch ${marker}' --`] })],
  ['partitioned table', () => ({ partition: { of: `public.x DEFAULT; ${command()}; --`, bound: 'DEFAULT' } })],
  ['bound', () => ({ partition: { of: 'public.telemetry', bound: `DEFAULT; ${command()}; --` } })],
  ['folder of rows', () => ({ name: '../../../secret' })],
  ['folder above those of rows', () => ({ name: '..' })],
])('a %s that is none is refused before any of it becomes SQL', async (_what, change) => {
  const tables = JSON.stringify({ tables: [{ ...table, ...change() }], sequences: [] });
  const restored = restore(text('cyno/tables.json', tables), text('cyno/checks.json', JSON.stringify(checks)));
  await expect(restored).rejects.toMatchObject({
    message: expect.stringContaining('The backup is damaged'),
    cause: { name: 'ZodError', message: expect.stringMatching(/"(quoted|columns|of|bound|name)"/) },
  });
  await expectNothing();
});

test.each(['symlink', 'link', 'character-device', 'fifo'] as const)('a %s is refused', async (type) => {
  const entry: TarEntry = {
    header: { name: 'base/x', size: 0, type, linkname: type === 'link' ? 'y' : '/etc/hostname' },
  };
  await expect(restore(entry)).rejects.toMatchObject({
    message: expect.stringContaining('The backup is damaged'),
    cause: { message: `base/x is a ${type}` },
  });
  await expectNothing();
});

test.each(['../../../etc/hostname', '/etc/hostname', 'pg_wal/../../../etc/hostname', 'a\n/../../etc/hostname', '..'])(
  'a checksum of %s, which is outside, is refused without a look at it',
  async (name) => {
    const restored = restore(text('cyno/checks.json', JSON.stringify({ ...checks, files: { [name]: 'x' } })));
    await expect(restored).rejects.toMatchObject({ cause: { name: 'ZodError' } });
    await expectNothing();
  },
);
