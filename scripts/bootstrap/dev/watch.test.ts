import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchFiles } from './watch.mjs';

let directory = '';
let stop: (() => void) | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-watch-'));
});
afterEach(async () => {
  stop?.();
  await rm(directory, { recursive: true });
});

const isCode = (name: string) => name.endsWith('.ts');

test('a file that is written, and one that takes the place of another, are changes', async () => {
  const work = vi.fn(async () => {});
  stop = await watchFiles([directory], isCode, work);
  await writeFile(join(directory, 'a.ts'), '1');
  await expect.poll(() => work.mock.calls.length).toBe(1);
  await writeFile(join(directory, 'a.swap'), '2');
  await rename(join(directory, 'a.swap'), join(directory, 'a.ts'));
  await expect.poll(() => work.mock.calls.length).toBe(2);
});

test('directories that are made later are watched too, also when one comes back', async () => {
  const work = vi.fn(async () => {});
  stop = await watchFiles([directory], isCode, work);
  const feature = join(directory, 'feature');
  for (let count = 0; count < 2; count++) {
    work.mockClear();
    await mkdir(feature);
    await expect.poll(() => work.mock.calls.length).toBeGreaterThan(0);
    work.mockClear();
    await writeFile(join(feature, 'index.ts'), '');
    await expect.poll(() => work.mock.calls.length).toBeGreaterThan(0);
    work.mockClear();
    await rm(feature, { recursive: true });
    await expect.poll(() => work.mock.calls.length).toBeGreaterThan(0);
  }
});

test('what changes during the work is done once more, afterwards', async () => {
  const running: (() => void)[] = [];
  const checked: string[] = [];
  const isRelevant = (name: string) => {
    checked.push(name);
    return isCode(name);
  };
  stop = await watchFiles([directory], isRelevant, () => new Promise<void>((resolve) => running.push(resolve)));
  await writeFile(join(directory, 'a.ts'), '');
  await expect.poll(() => running.length).toBe(1);
  await writeFile(join(directory, 'b.ts'), '');
  await expect.poll(() => checked).toContain('b.ts');
  expect(running).toHaveLength(1);
  running[0]?.();
  await expect.poll(() => running.length).toBe(2);
});
