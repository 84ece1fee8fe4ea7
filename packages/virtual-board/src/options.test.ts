import { expect, it } from 'vitest';
import { readOptions } from './options.ts';

it.each([
  [[], '--email is missing.'],
  [['--email', 'a@b.example', '--boards', 'many'], '--boards must be a whole number'],
  [['--email', 'a@b.example', '--kit', 'toaster'], '--kit must be one of climate'],
  [['--email', 'a@b.example', '--colour', 'red'], '--colour'],
])('what is wrong with %j is an error with its reason', (args, message) => {
  expect(() => readOptions(args)).toThrow(message);
});
