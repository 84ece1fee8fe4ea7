import { expect, test } from 'vitest';
import { readableLine } from './log-line.mjs';

test.each([
  ['VITE ready', 'VITE ready'],
  ['{"a":1}', '{"a":1}'],
  ['{"level":30,"msg":"Request"}', undefined],
  ['{"level":40,"msg":"Slow"}', 'warning: Slow'],
  [
    '{"level":40,"database":"ERROR:  no column","msg":"Message of the database"}',
    'warning: Message of the database: ERROR:  no column',
  ],
  [
    '{"level":50,"msg":"Failed","err":{"message":"no","stack":"Error: no\\n    at a.ts:1"}}',
    'error: Failed\nError: no\n    at a.ts:1',
  ],
  ['{"level":60,"err":{"message":"no"}}', 'fatal: \nno'],
])('%s', (line, text) => {
  expect(readableLine(line)).toBe(text);
});
