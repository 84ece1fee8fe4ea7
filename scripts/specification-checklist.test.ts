import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './bootstrap/paths.mjs';

const checklist = readFileSync(join(root, 'docs/specification-checklist.md'), 'utf8');
const rows = checklist.split('\n').filter((line) => /^\| (?!section|---)/.test(line));

test('the list has all sections of the specification', () => {
  const sections = new Set(rows.map((row) => row.split(' | ')[0]?.slice(2).trim()));
  expect([...sections]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', 'accounts', 'plans', 'admin', 'protocol']);
});

test('each line names tests that exist', () => {
  const files = globSync('{apps/*,packages/*}/{src,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: root });
  const names = rows.flatMap((row) => [...row.matchAll(/`(\S+\.(?:test|spec)\.tsx?)`/g)].map(([, name = '']) => name));
  expect(names.length).toBeGreaterThan(80);
  const wrong = names.filter((name) => files.filter((file) => file.endsWith(`/${name}`)).length !== 1);
  expect(wrong).toEqual([]);
});

test('each of the 35 checks of the device protocol has a test with its number', () => {
  const tests = globSync('apps/server/src/protocol-checks/*.test.ts', { cwd: root });
  const text = tests.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const checks = Array.from({ length: 35 }, (_, index) => `check ${index + 1}`);
  expect(checks.filter((check) => !text.includes(`'${check}:`))).toEqual([]);
});
