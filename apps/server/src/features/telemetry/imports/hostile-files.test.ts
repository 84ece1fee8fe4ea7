import { expect, test } from 'vitest';
import { contentOf } from '../../../../test/imports.ts';
import { detectLayout } from './csv-layout.ts';
import { readRecords } from './csv-records.ts';

const megabyte = 1024 * 1024;

test('a line of millions of empty cells is refused at its beginning', async () => {
  const content = contentOf(Buffer.alloc(8 * megabyte, ','));
  let read = 0;
  const all = Array.fromAsync(
    readRecords(content, {
      delimiter: ',',
      onBytes: (bytes) => {
        read = bytes;
      },
    }),
  );
  await expect(all).rejects.toThrow('more than 1000 cells');
  expect(read).toBeLessThan(megabyte);
});

test('only the beginning of a file is looked through for its layout', async () => {
  const content = contentOf(Buffer.from(`${'\n'.repeat(3 * megabyte)}time,a\n2026-01-01T00:00:00Z,1\n`));
  await expect(detectLayout(content, new AbortController().signal)).rejects.toThrow('no table');
});

test('a long file leaves no listeners behind, piece by piece', async () => {
  const content = contentOf(Buffer.from('2026-01-01T00:00:00Z,1\n'.repeat(100_000)));
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  expect(await Array.fromAsync(readRecords(content, { delimiter: ',' }))).toHaveLength(100_000);
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings.map(({ name }) => name)).not.toContain('MaxListenersExceededWarning');
});
