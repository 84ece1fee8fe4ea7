import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlaywright, readVitest } from './test-results.mjs';

const report = (content: unknown) => {
  const file = join(mkdtempSync(join(tmpdir(), 'cyno-results-')), 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

test('a report of Vitest names what failed and what passed at the second try', () => {
  const assertionResults = [
    { fullName: 'good', status: 'passed', failureMessages: [] },
    { fullName: 'shaky', status: 'passed', failureMessages: ['expected 1 to be 2'] },
    { fullName: 'bad', status: 'failed', failureMessages: ['expected 1 to be 2', 'expected 1 to be 2'] },
  ];
  expect(readVitest(report({ testResults: [{ assertionResults, name: 'a.test.ts', status: 'failed' }] }))).toEqual({
    passed: 2,
    failed: ['bad'],
    repeated: ['shaky'],
  });
});

test('a file of tests that breaks before its first one has failed', () => {
  const testResults = [{ assertionResults: [], name: 'a.test.ts', status: 'failed' }];
  expect(readVitest(report({ testResults }))).toEqual({ passed: 0, failed: ['a.test.ts'], repeated: [] });
});

test('a report of Playwright is read through all its suites', () => {
  const spec = (title: string, status: string) => ({ file: 'a.spec.ts', title, tests: [{ status }] });
  const suites = [
    {
      specs: [spec('good', 'expected')],
      suites: [{ specs: [spec('shaky', 'flaky'), spec('bad', 'unexpected')] }],
    },
  ];
  expect(readPlaywright(report({ suites }))).toEqual({
    passed: 2,
    failed: ['a.spec.ts › bad'],
    repeated: ['a.spec.ts › shaky'],
  });
});

test.each(['', '{"suites":['])('a report that is not whole says that nothing passed (%j)', (text) => {
  expect(readPlaywright(report(text))).toEqual({ passed: 0, failed: [], repeated: [] });
  expect(readVitest(report(text))).toEqual({ passed: 0, failed: [], repeated: [] });
});
