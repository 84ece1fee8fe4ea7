import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepHarmlessSettings } from './harmless-settings.ts';

const harmless = [
  'max_connections = 100\t\t\t# (change requires restart)',
  'shared_buffers = 128MB',
  "work_mem = '8MB'",
  'fsync=on',
  'random_page_cost = 1.1',
  "datestyle = 'iso, mdy'",
  'timezone = Asia/Bangkok',
  "lc_messages = 'en_US.UTF-8'",
  "default_text_search_config = 'pg_catalog.english'",
];
const others = [
  "archive_command = 'touch /tmp/x'",
  "recovery_end_command = 'id'",
  'restore_command = on',
  "ssl_passphrase_command = 'id; echo abcd'",
  "shared_preload_libraries = '/tmp/x.so'",
  'session_preload_libraries = 1',
  "dynamic_library_path = '/tmp'",
  "include = 'other.conf'",
  'include_dir 1',
  'include_if_exists 1',
  "primary_conninfo = 'host=example.com'",
  'ssl_key_file = 1',
  "listen_addresses = '*'",
  "timezone = 'x' include 'other.conf'",
  "lc_messages = 'a;b'",
  "work_mem = '8MB' archive_command = 'id'",
  'no setting at all',
];

test('of settings from elsewhere switches, amounts and the language stay, and nothing that names a command or a file', async () => {
  const cluster = await mkdtemp(join(tmpdir(), 'cyno-settings-'));
  await writeFile(join(cluster, 'postgresql.conf'), [...others, ...harmless, '# a remark', ''].join('\n'));
  await keepHarmlessSettings(cluster);
  expect((await readFile(join(cluster, 'postgresql.conf'), 'utf8')).split('\n')).toEqual(harmless);
  expect(await readFile(join(cluster, 'postgresql.auto.conf'), 'utf8')).toBe('');
  await rm(cluster, { recursive: true });
});
