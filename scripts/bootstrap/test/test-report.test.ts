import { expect, test, vi } from 'vitest';
import { printReport } from './test-report.mjs';

test('what failed is listed with its reason, without lines of the test runner, and cut', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const stack = [
    '    at /cyno/a.test.ts:2:3',
    '    at file:///cyno/node_modules/vitest/run.js:1:1',
    '    at new Promise ()',
  ];
  const message = ['expected 1', '', ...stack, ...Array.from({ length: 20 }, (_, line) => `line ${line}`)].join('\n');
  printReport([{ passed: 3, failed: 1, failures: [{ name: 'a.test.ts › bad', message }] }]);
  const printed = log.mock.calls.flat().join('\n').split('\n');
  log.mockRestore();
  const reason = [
    'expected 1',
    '    at /cyno/a.test.ts:2:3',
    ...Array.from({ length: 13 }, (_, line) => `line ${line}`),
  ];
  const list = ['Failed:', '  a.test.ts › bad', ...reason.map((line) => `    ${line}`)];
  expect(printed.slice(printed.indexOf('Failed:'))).toEqual([...list, '3 passed, 1 failed']);
});
