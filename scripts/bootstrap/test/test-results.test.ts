import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../paths.mjs';
import { readPlaywright, readVitest } from './test-results.mjs';

const report = (content: unknown) => {
  const file = join(mkdtempSync(join(tmpdir(), 'cyno-results-')), 'report.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};
const times = { name: join(root, 'a.test.ts'), startTime: 1_000, endTime: 3_500 };

test('a report of Vitest names what failed and what was left out', () => {
  const assertionResults = [
    { fullName: 'good', status: 'passed' },
    { fullName: 'bad', status: 'failed', failureMessages: ['\x1b[31mexpected 1\x1b[39m', 'at a.test.ts:1'] },
    { fullName: 'absent', status: 'skipped' },
  ];
  expect(readVitest(report({ testResults: [{ ...times, assertionResults, status: 'failed' }] }))).toEqual({
    passed: 1,
    failed: [{ name: 'a.test.ts › bad', message: 'expected 1\nat a.test.ts:1' }],
    leftOut: ['a.test.ts › absent'],
    files: [{ name: 'a.test.ts', ms: 2_500 }],
  });
});

test('a file of tests that breaks before its first one has failed', () => {
  const testResults = [{ ...times, assertionResults: [], status: 'failed', message: 'No such module' }];
  const failed = [{ name: 'a.test.ts', message: 'No such module' }];
  expect(readVitest(report({ testResults }))).toMatchObject({ passed: 0, failed });
});

const snapshotFile = report('# Page\n\n```yaml\n- heading "Alerts"\n```\n\n```ts\n```\n');

test('a report of Playwright is read through all its suites, and what passed at a second try has failed', () => {
  const spec = (title: string, status: string) => ({
    file: 'a.spec.ts',
    title,
    tests: [
      {
        status,
        results: [
          {
            duration: 400,
            errors: status === 'unexpected' ? [{ message: 'expected 1' }] : [],
            attachments:
              status === 'unexpected'
                ? [
                    { name: 'screenshot', path: 'a.png' },
                    { name: 'error-context', path: snapshotFile },
                    { name: 'error-context', path: 'absent.md' },
                  ]
                : [],
          },
        ],
      },
    ],
  });
  const suites = [
    {
      specs: [spec('good', 'expected')],
      suites: [{ specs: [spec('shaky', 'flaky'), spec('bad', 'unexpected'), spec('absent', 'skipped')] }],
    },
  ];
  expect(readPlaywright(report({ suites }))).toEqual({
    passed: 1,
    failed: [
      { name: 'apps/web/e2e/a.spec.ts › shaky', message: '' },
      { name: 'apps/web/e2e/a.spec.ts › bad', message: 'expected 1' },
    ],
    leftOut: ['apps/web/e2e/a.spec.ts › absent'],
    files: [{ name: 'apps/web/e2e/a.spec.ts', ms: 1_600 }],
    pages: [{ name: 'apps/web/e2e/a.spec.ts › bad', snapshot: '- heading "Alerts"\n' }],
  });
});

test.each(['', '{"suites":['])('a report that is not whole reports that nothing passed (%j)', (text) => {
  const nothing = { passed: 0, failed: [], leftOut: [], files: [] };
  expect(readPlaywright(report(text))).toEqual({ ...nothing, pages: [] });
  expect(readVitest(report(text))).toEqual(nothing);
});
