import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowProblem } from './row-problem.ts';

test.each([
  ['"31.13.2026" is not a time as chosen.', '“31.13.2026” is not a time in the chosen format.'],
  [
    'Of this time only averages are stored.',
    'Only averages of this time are stored, because an earlier limit removed its messages.',
  ],
  ['Older than the 30 days that the plan keeps.', 'Older than the 30 days that your plan stores.'],
  [
    '"temp" is kept for 1 day only, and this is older. Leave the column out to import the others.',
    '“temp” is stored for 1 day only, and this is older. Leave the column out to import the others.',
  ],
  ['fan: "maybe" is neither on nor off.', 'fan: “maybe” is neither on nor off.'],
  ['temp: "a: b" is not a number.', 'temp: “a: b” is not a number.'],
  ['A sentence of another version.', 'A sentence of another version.'],
])('%s', (stored, expected) => {
  expect(rowProblem(stored)).toBe(expected);
});

test('the server still writes what is looked for', () => {
  const cwd = new URL('../../../../../server/src/features/telemetry/imports', import.meta.url);
  const source = globSync('*.ts', { cwd }).map((file) => readFileSync(`${cwd.pathname}/${file}`, 'utf8'));
  const sentences = [
    'The time is missing.',
    ' is not a time as chosen.',
    'The time is in the future.',
    'The time is before the year 2000.',
    ' days that the plan keeps.',
    'Of this time only averages are stored.',
    ' only, and this is older.',
    ' is neither on nor off.',
    ' is not a number.',
    'The import stopped: the device was handed over, ',
    'The server stopped while the file was being imported.',
    'The database did not take all of it. ',
  ];
  expect(sentences.filter((sentence) => !source.join('\n').includes(sentence))).toEqual([]);
});
