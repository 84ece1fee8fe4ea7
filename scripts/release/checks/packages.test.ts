import { expect, test } from 'vitest';
import { readArguments } from './packages.mjs';

const own = process.arch === 'x64' ? 'amd64' : process.arch;

test.each([
  [[], {}, own],
  [['image'], { only: 'image' }, own],
  [['image', '--arch', 'arm64'], { only: 'image' }, 'arm64'],
  [['--arch=amd64'], {}, 'amd64'],
  [['upgrade', 'HEAD~3'], { only: 'upgrade', commit: 'HEAD~3' }, own],
])('%j', (args, expected, architecture) => {
  expect(readArguments(args)).toEqual({ ...expected, architecture });
});

test.each([
  [['--help']],
  [['images']],
  [['image', 'HEAD']],
  [['upgrade', 'HEAD', 'more']],
  [['--arch', 'riscv64']],
  [['--arch']],
  [['--arch', 'toString']],
])('%j ends with the usage', (args) => {
  expect(() => readArguments(args)).toThrow(expect.objectContaining({ oneLine: true }));
});
