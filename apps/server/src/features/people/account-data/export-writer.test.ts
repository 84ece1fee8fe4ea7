import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Archive } from './archive.ts';
import { writeExport } from './export-writer.ts';

test('of more files than a zip file can list, those that are left out are named in the archive', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-export-'));
  const added = new Map<string, string>();
  // Writing all of them would take minutes.
  const add = vi.spyOn(Archive.prototype, 'add').mockImplementation(async (name, pieces) => {
    added.set(name, name === 'README.txt' ? (await Array.fromAsync(pieces)).join('') : '');
    return true;
  });
  const devices = Array.from({ length: 10_000 }, (_, id) => ({ id, espid: `ESP-${id}` }));
  const none = async function* () {};
  const timeLines = { notes: none, alerts: none, connected: none, starts: none, signal: none };
  const repository = { documents: async () => ({ account: {} }), listDevices: async () => devices, timeLines };
  await writeExport(
    { repository: repository as never, telemetry: { span: async () => undefined, export: none } },
    {
      accountId: 1,
      path: join(directory, 'all.zip'),
      signal: new AbortController().signal,
      onProgress: async () => undefined,
    },
  );
  add.mockRestore();
  await rm(directory, { recursive: true });
  expect(added.size).toBeLessThan(2 ** 16);
  const named = added.get('README.txt')?.match(/^devices\/\d.*csv$/gm) ?? [];
  expect(named.at(-1)).toBe('devices/10000-ESP-9999/signal.csv');
  expect([...added.keys()].filter((name) => name.endsWith('.csv'))).toHaveLength(8 * devices.length - named.length);
});
