import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { localClock } from '../variables/index.ts';
import type { ExportRow, ExportTable } from './export-table.ts';
import { rowsPerSheet, workbook } from './workbook.ts';

const at = Date.UTC(2026, 5, 15, 12, 30, 0, 250);
const columns = [
  { key: 'temp', title: 'temp (°C)' },
  { key: 'note', title: 'note' },
];

async function write(batches: Iterable<readonly ExportRow[]>, maxRows?: number) {
  const table: ExportTable = {
    columns,
    rows: (async function* () {
      yield* batches;
    })(),
  };
  const pieces: Uint8Array[] = [];
  for await (const piece of workbook([{ name: 'Data', table }], 'Asia/Bangkok', maxRows)) pieces.push(piece);
  return Object.fromEntries(
    Object.entries(unzipSync(Buffer.concat(pieces))).map(([name, content]) => [name, strFromU8(content)]),
  );
}

const rowsOf = (sheet = '') => [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, cells = '']) => cells);

test('numbers stay numbers, instants are dates of the zone, and text is never a formula', async () => {
  const files = await write([
    [
      { at, values: [20.5, '=1+1 <b>&'] },
      { at: at + 1, values: [null, null] },
      { at: at + 2, values: [-1e-7, true] },
    ],
  ]);
  const [titles, first, second, third] = rowsOf(files['xl/worksheets/sheet1.xml']);
  expect(titles).toContain('time (Asia/Bangkok)');
  expect(titles).toContain('temp (°C)');
  const [, day] = /<c s="1"><v>([\d.]+)<\/v>/.exec(first ?? '') ?? [];
  // 2026-06-15 is day 46188 of Excel's calendar; Bangkok is seven hours ahead.
  expect(Number(day)).toBeCloseTo(46_188 + (19.5 * 3600 + 0.25) / 86_400, 9);
  expect(first).toContain('<c><v>20.5</v></c>');
  expect(first).toContain('<c s="2" t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;b&gt;&amp;</t></is></c>');
  expect(files['xl/styles.xml']).toContain('<xf numFmtId="49" applyNumberFormat="1" quotePrefix="1"/></cellXfs>');
  expect(first).not.toContain('<f>');
  expect(second).toMatch(/<c\/><c\/>$/);
  expect(third).toMatch(/<c><v>-1e-7<\/v><\/c><c t="b"><v>1<\/v><\/c>$/);
});

test('what XML cannot hold is replaced', async () => {
  const files = await write([[{ at, values: [1, 'a\u0001b\ud800c'] }]]);
  expect(files['xl/worksheets/sheet1.xml']).toContain('a\ufffdb\ufffdc');
});

test('every part that is named is there', async () => {
  const files = await write([]);
  const named = [...(files['[Content_Types].xml'] ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name);
  expect(named.length).toBe(3);
  expect(Object.keys(files)).toEqual(expect.arrayContaining([...named, '_rels/.rels', 'xl/_rels/workbook.xml.rels']));
});

test('rows beyond a sheet continue in the next one', async () => {
  const batch = Array.from({ length: 500 }, (_, index): ExportRow => ({ at: at + index, values: [index] }));
  const files = await write([batch, batch, batch], 1_201);
  const values = [1, 2].map((n) =>
    rowsOf(files[`xl/worksheets/sheet${n}.xml`]).flatMap((row) => /<c><v>(\d+)<\/v>/.exec(row)?.[1] ?? []),
  );
  expect(values.map(({ length }) => length)).toEqual([1_200, 300]);
  expect([values[0]?.at(-1), values[1]?.[0]]).toEqual(['199', '200']);
  expect(files['xl/workbook.xml']).toContain('name="Data 2" sheetId="2" r:id="rId2"');
  // What Excel takes.
  expect(rowsPerSheet).toBe(1_048_576);
});

test('the clock of a zone follows its summer time to the second', () => {
  const clock = localClock('America/New_York');
  const change = Date.UTC(2026, 2, 8, 7);
  expect(clock(change - 1) - (change - 1)).toBe(-5 * 3_600_000);
  expect(clock(change) - change).toBe(-4 * 3_600_000);
  expect(() => localClock('Mars/Olympus')).toThrow(RangeError);
});
