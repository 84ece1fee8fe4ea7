import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './bootstrap/paths.mjs';

const checklist = readFileSync(join(root, 'docs/specification-checklist.md'), 'utf8');
const rows = checklist.split('\n').filter((line) => /^\| (?!requirement|---)/.test(line));
const cellsOf = (row: string) => row.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim());

/** Where a test file named in the list is. */
function fileOf(name: string): string {
  const path = name.startsWith('e2e/')
    ? `apps/web/${name}`
    : /^(packages|scripts)\//.test(name)
      ? name
      : `apps/${name}`;
  return join(root, path);
}

/** Whether a test, or a group of tests, has this name in the file, literally and as the first argument of a call. */
function isNamedIn(file: string, name: string): boolean {
  const text = readFileSync(file, 'utf8').replaceAll(/\(\s+/g, '(');
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => text.includes(`(${quoted},`));
}

test('the list has all sections of the specification', () => {
  const sections = [...checklist.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
  expect(sections).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  expect(rows.length).toBeGreaterThan(80);
});

test('the list has all checks of the device protocol', () => {
  const checks = rows.flatMap((row) => /^\| (\d+)\. /.exec(row)?.[1] ?? []).map(Number);
  expect(checks).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
});

test('each line names a test that exists', () => {
  const problems = rows.flatMap((row) => {
    const [requirement = '', , proofs = ''] = cellsOf(row);
    return proofs.split('<br>').flatMap((proof) => {
      const [, file = '', names = ''] = /^`([^`]+)` › (.+)$/.exec(proof.trim()) ?? [];
      if (file === '') return [`${requirement}: ${proof}`];
      if (!existsSync(fileOf(file))) return [`${requirement}: there is no ${file}`];
      const missing = names.split(' › ').filter((name) => !isNamedIn(fileOf(file), name));
      return missing.map((name) => `${requirement}: ${file} has no “${name}”`);
    });
  });
  expect(problems).toEqual([]);
});

test('each line names where it is built', () => {
  const missing = rows.flatMap((row) => {
    const [, places = ''] = cellsOf(row);
    return [...places.matchAll(/`([^`]+)`/g)]
      .map(([, path = '']) => (path.startsWith('packages/') ? path : `apps/${path}`))
      .filter((path) => !existsSync(join(root, path)));
  });
  expect(missing).toEqual([]);
});
