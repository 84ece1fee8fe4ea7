import { expect, test } from 'vitest';
import { placeholdersAt, withPlaceholder } from './message-placeholders.ts';

const variables = [
  { key: 'temp', label: 'Temperature' },
  { key: 'soil', label: 'Soil moisture' },
];
const keysAt = (text: string, caret = text.length) =>
  placeholdersAt(text, caret, variables)?.variables.map(({ key }) => key) ?? null;

test.each([
  ['Soil is {', ['temp', 'soil']],
  ['Soil is {so', ['soil']],
  ['Soil is {MOIST', ['soil']],
  ['Soil is {nothing', null],
  ['Soil is {soil}', null],
  ['Soil is ', null],
  ['{soil} and {te', ['temp']],
])('"%s" offers %j', (text, keys) => {
  expect(keysAt(text)).toEqual(keys);
});

test('a finished one is not offered again, a changed one is', () => {
  expect(keysAt('{soil}', 5)).toBeNull();
  expect(keysAt('{so}', 3)).toEqual(['soil']);
});

test.each([
  ['It is {te', 9, 'It is {temp}', 12],
  ['It is {te}, hot', 9, 'It is {temp}, hot', 12],
  ['It is {, hot', 7, 'It is {temp}, hot', 12],
])('"%s" is completed', (text, caret, completed, at) => {
  const start = placeholdersAt(text, caret, variables)?.start ?? 0;
  expect(withPlaceholder(text, { start, caret, key: 'temp' })).toEqual({ text: completed, caret: at });
});
