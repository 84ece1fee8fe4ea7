import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeReader } from './cell-times.ts';
import { suggestMapping } from './suggest-mapping.ts';

const zone = 'Asia/Bangkok';
const layout = { delimiter: ',', header: true, decimal: '.' } as const;
/** A minute of 2000 to 2099, in the parts that are written. */
const minutes = fc
  .integer({ min: 0, max: 36_524 * 1_440 })
  .map((minute) => new Date(Date.UTC(2000, 0) + minute * 60_000).toISOString())
  .map((text) => ({
    year: Number(text.slice(0, 4)),
    month: text.slice(5, 7),
    day: text.slice(8, 10),
    time: text.slice(11, 16),
  }));

const formats = {
  iso: ({ month, day, time }, year) => `${year}-${month}-${day} ${time}`,
  dmy: ({ month, day, time }, year) => `${day}/${month}/${year} ${time}`,
  mdy: ({ month, day, time }, year) => `${month}/${day}/${year} ${time}`,
} satisfies { [format: string]: (parts: { month: string; day: string; time: string }, year: string) => string };

describe.each(['iso', 'dmy', 'mdy'] as const)('times of the format %s', (format) => {
  const read = timeReader(format, zone);
  const write = formats[format];

  test('have years of the Buddhist era too', () => {
    fc.assert(
      fc.property(minutes, (parts) => {
        const at = read(write(parts, `${parts.year}`));
        expect(at).not.toBeNaN();
        expect(read(write(parts, `${parts.year + 543}`))).toBe(at);
      }),
    );
  });

  test('have other years as they are written', () => {
    const may = { month: '05', day: '06', time: '12:00' };
    for (const year of [1970, 2399, 2701]) expect(read(write(may, `${year}`))).toBe(Date.UTC(year, 4, 6, 5));
    expect(read(write({ ...may, month: '02', day: '29' }, '2569'))).toBeNaN();
  });
});

test('two digits are a year of this century', () => {
  expect(timeReader('dmy', 'UTC')('31/01/69')).toBe(Date.UTC(2069, 0, 31));
});

test.each([
  ['31/01/2569', 'dmy'],
  ['01/31/2569 13:45', 'mdy'],
  ['2569-01-31 13:45', 'iso'],
] as const)('a column with %s is proposed as the time', (cell, format) => {
  const columns = [
    { name: 'วันที่', cells: [cell] },
    { name: 'temp', cells: ['21.5'] },
  ];
  expect(suggestMapping(columns, { layout, zone, variables: [], only: null })?.time).toEqual({
    column: 0,
    format,
    zone,
  });
});

test.each(['Z', ' UTC', ' gmt', '+00:00'])('a time that ends in “%s” is one of UTC', (end) => {
  expect(timeReader('iso', 'Asia/Bangkok')(`2021-05-01 12:34:56${end}`)).toBe(Date.UTC(2021, 4, 1, 12, 34, 56));
});
