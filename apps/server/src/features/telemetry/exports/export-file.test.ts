import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type ExportedDevice, fileOfDevices } from './export-file.ts';
import { mergeByTime } from './export-merge.ts';
import type { ExportTable } from './export-table.ts';
import { SheetNames } from './sheet-names.ts';

async function* none(): AsyncGenerator<never> {}

async function* pieces(rows: { at: number; values: number[] }[], count: number, atLast: () => void) {
  for (let piece = 0; piece < count; piece += 1) {
    if (piece === count - 1) atLast();
    yield rows.map((row) => ({ ...row, at: row.at + piece * rows.length }));
  }
}

const tableOf = (title: string, instants: number[][]): ExportTable => ({
  columns: [{ key: title, title }],
  rows: (async function* () {
    for (const some of instants) yield some.map((at) => ({ at, values: [at] }));
  })(),
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** The bytes that this process needs now. */
function neededBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test.each([
  ['csv', 24],
  ['xlsx', 12],
] as const)('several devices as %s take no more memory for more rows', async (format, count) => {
  const rows = Array.from({ length: 2_000 }, (_, n) => ({ at: n, values: [Math.sin(n), Math.cos(n)] }));
  const columns = ['a', 'b'].map((key) => ({ key, title: key }));
  const write = async (length: number) => {
    let [bytes, lines] = [0, 0];
    const devices = ['1', '2', '3', '4'].map((name): ExportedDevice => {
      // By the last piece of the last device whatever grows with the rows has grown.
      const atLast = () => {
        if (name === '4') bytes = neededBytes();
      };
      return { espid: name, name, notes: none(), table: { columns, rows: pieces(rows, length, atLast) } };
    });
    for await (const piece of fileOfDevices(devices, { format, zone: 'UTC' })) {
      if (typeof piece === 'string') lines += piece.split('\r\n').length - 1;
    }
    return { bytes, lines };
  };
  const short = await write(count / 4);
  const long = await write(count);
  if (format === 'csv') expect(long.lines).toBe(4 * count * rows.length + 1);
  expect(short.bytes).toBeGreaterThan(0);
  expect(long.bytes - short.bytes).toBeLessThan(4 * 1024 ** 2);
});

test('rows of several tables come in order of time, where their pieces end', async () => {
  const merged = mergeByTime([
    { name: 'A', table: tableOf('x', [[1, 4], [], [5, 9]]) },
    { name: 'B', table: tableOf('y', [[2], [4, 10]]) },
    { name: 'C', table: tableOf('x', [[]]) },
  ]);
  const found = [];
  for await (const some of merged.rows) found.push(...some.map(({ at, values }) => [at, ...values]));
  expect(merged.columns.map(({ title }) => title)).toEqual(['device', 'x', 'y']);
  expect(found).toEqual([
    [1, 'A', 1, null],
    [2, 'B', null, 2],
    [4, 'A', 4, null],
    [4, 'B', null, 4],
    [5, 'A', 5, null],
    [9, 'A', 9, null],
    [10, 'B', null, 10],
  ]);
});

test('a merged file that is given up ends what it reads', async () => {
  let isOpen = true;
  const table: ExportTable = {
    columns: [],
    rows: (async function* () {
      try {
        for (let at = 0; ; at += 2_000) yield Array.from({ length: 2_000 }, (_, n) => ({ at: at + n, values: [] }));
      } finally {
        isOpen = false;
      }
    })(),
  };
  for await (const _ of mergeByTime([{ name: 'A', table }]).rows) break;
  expect(isOpen).toBe(false);
});

test('names of sheets are such as Excel takes', () => {
  const names = new SheetNames();
  const long = 'Greenhouse behind the old barn, north';
  for (const name of ["'Pump'", 'a/b[c]:*?', 'pump', '', 'History', long, long, 'Kühl\u0007haus 🌡']) names.take(name);
  expect(names.taken).toEqual([
    'Pump',
    'a_b_c____',
    'pump 2',
    '_',
    'History_',
    'Greenhouse behind the old barn,',
    'Greenhouse behind the old bar 2',
    'Kühl_haus 🌡',
  ]);
});
