import { expect, test } from 'vitest';
import { jsonExcess } from './json-size.ts';

const maxBytes = 8 * 1024;
const tooDeep = 'The request is nested more than 16 levels deep.';
const tooMany = 'The request has too many values.';

test.each([
  ['16 levels', '['.repeat(16) + ']'.repeat(16), undefined],
  ['17 levels', '['.repeat(17) + ']'.repeat(17), tooDeep],
  ['levels that close again', '[],'.repeat(200), undefined],
  ['a nesting that never closes', '{"a":'.repeat(8_000), tooDeep],
  ['1,024 values', `[${'0,'.repeat(1_022)}0]`, undefined],
  ['1,025 values', `[${'0,'.repeat(1_024)}0]`, tooMany],
  ['empty objects', `[${'{},'.repeat(700)}{}]`, tooMany],
  ['signs within a text', JSON.stringify({ text: '[{,'.repeat(2_000) }), undefined],
  ['signs behind an escaped quote', JSON.stringify({ text: `"${'[,'.repeat(2_000)}` }), undefined],
  ['signs behind a text that ends in a backslash', `{"text":"\\\\","list":[${'0,'.repeat(2_000)}0]}`, tooMany],
  ['a text that never ends', `"${'[,'.repeat(2_000)}`, undefined],
  ['nothing', '', undefined],
])('%s', (_, text, excess) => {
  expect(jsonExcess(text, maxBytes)).toBe(excess);
});
