import { expect, test } from 'vitest';
import { isNested } from './guarded-fetch.ts';

test.each<[what: string, text: string, isNested: boolean]>([
  ['a list', '<?xml version="1.0"?>\n<List xmlns="http://s3"><Contents><Key>a</Key><Owner/></Contents></List>', true],
  ['a long list', `<l>${'<a x="1">b</a>'.repeat(100_000)}</l>`, true],
  ['a sentence', 'no XML', true],
  ['ends in another order', '<a><b></a></b>', false],
  ['elements without an end', '<a>'.repeat(100_000), false],
  ['tags without an end', '<a '.repeat(100_000), false],
  ['both', '<a></a><b'.repeat(100_000), false],
  ['elements in too many elements', `${'<a>'.repeat(9)}${'</a>'.repeat(9)}`, false],
])('%s', (_what, text, expected) => {
  expect(isNested(text)).toBe(expected);
});
