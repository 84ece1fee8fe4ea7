import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { cacheDirectory, root } from './paths.mjs';
import { whenChanged } from './sources.mjs';

const name = `test-${randomBytes(6).toString('hex')}`;
const source = join('.cache', `${name}.source`);
afterEach(async () => {
  await rm(join(cacheDirectory, name), { force: true });
  await rm(join(root, source), { force: true });
});

test('work is done once for the same sources, again when they change, and again after it failed', async () => {
  const work = vi.fn(async () => {});
  const write = (text: string) => writeFile(join(root, source), text);
  await whenChanged(name, ['package.json'], work);
  await whenChanged(name, ['package.json'], work);
  expect(work).toHaveBeenCalledTimes(1);

  await write('one');
  work.mockRejectedValueOnce(new Error('the build failed'));
  await expect(whenChanged(name, [source], work)).rejects.toThrow('the build failed');
  await whenChanged(name, [source], work);
  await write('two');
  await whenChanged(name, [source], work);
  await whenChanged(name, [source], work);
  expect(work).toHaveBeenCalledTimes(4);
});

test('sources of before are built again after a build of others failed', async () => {
  const work = vi.fn(async () => {});
  await writeFile(join(root, source), 'one');
  await whenChanged(name, [source], work);
  await writeFile(join(root, source), 'two');
  work.mockRejectedValueOnce(new Error('the build failed'));
  await expect(whenChanged(name, [source], work)).rejects.toThrow('the build failed');
  await writeFile(join(root, source), 'one');
  await whenChanged(name, [source], work);
  expect(work).toHaveBeenCalledTimes(3);
});
