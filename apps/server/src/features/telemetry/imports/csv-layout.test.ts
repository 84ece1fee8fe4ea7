import { expect, test } from 'vitest';
import { detectLayout, firstRecords } from './csv-layout.ts';
import type { FileContent } from './csv-records.ts';
import { suggestMapping } from './suggest-mapping.ts';

const { signal } = new AbortController();

function fileOf(text: string): FileContent {
  const bytes = Buffer.from(text);
  return { bytes: bytes.length, read: async (from) => bytes.subarray(from) };
}

/** How a text is read: its layout, its lines, and the format of its times for an account in a zone. */
async function read(text: string, zone = 'Asia/Bangkok') {
  const content = fileOf(text);
  const layout = await detectLayout(content, signal);
  const records = await firstRecords({ content, delimiter: layout.delimiter, signal });
  const [first] = records;
  const lines = layout.header ? records.slice(1) : records;
  const columns = (first?.cells ?? []).map((name, index) => ({
    name,
    cells: lines.map(({ cells }) => cells[index] ?? ''),
  }));
  return { layout, records, time: suggestMapping(columns, { layout, zone, variables: [], only: null })?.time };
}

test.each([
  ['without a first line of names', '2026-03-05 10:00;21,5;40,2\n2026-03-05 10:01;21,6;40,3\n'],
  ['with a comma in a name', 'time;Temp [°C, mean]\n2026-03-05 10:00;21,5\n2026-03-05 10:01;21,6\n'],
])('columns between semicolons may hold decimal commas, %s', async (_, text) => {
  expect((await read(text)).layout).toMatchObject({ delimiter: ';', decimal: ',' });
});

test.each(['\n', '\r\n', '\r'])('lines may end differently than the first one, which ends in %j', async (end) => {
  const { records } = await read(`time,temp${end}2026-03-05 10:00,1\n2026-03-05 10:01,2\r\n2026-03-05 10:02,3\r`);
  expect(records.map(({ line, cells }) => [line, cells[1]])).toEqual([
    [1, 'temp'],
    [2, '1'],
    [3, '2'],
    [4, '3'],
  ]);
});

test('a line that names the sign between the columns is none of the table', async () => {
  const { layout, records } = await read('sep=;\r\ntime;temp\r\n2026-03-05 10:00;1\r\n');
  expect(layout).toMatchObject({ delimiter: ';', header: true });
  expect(records.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [2, 'time'],
    [3, '2026-03-05 10:00'],
  ]);
});

test.each([
  ['05.03.2026 10:00', 'America/New_York', 'dmy'],
  ['05/03/2569 10:00', 'America/New_York', 'dmy'],
  ['05/03/2026 10:00', 'Asia/Bangkok', 'dmy'],
  ['05/03/2026 10:00', 'America/New_York', 'mdy'],
  ['05/03/2026 10:00', 'UTC', 'mdy'],
  ['05/13/2026 10:00', 'Asia/Bangkok', 'mdy'],
])('of the date %s alone, in %s, the order is %s', async (date, zone, format) => {
  expect((await read(`time,temp\n${date},1\n${date},2\n`, zone)).time).toMatchObject({ format });
});

test.each([
  [
    'day first',
    'Datum;Uhrzeit;temp\n05.03.2026;10:00:00;21,5\n05.03.2026;10:00:05;21,6\n',
    { format: 'dmy', clock: 1 },
  ],
  ['ISO', 'temp,date,time\n21.5,2026-03-05,10:00\n21.6,2026-03-05,10:01\n', { column: 1, clock: 2 }],
  ['whole times', 'date,temp,until\n2026-03-05 10:00,21.5,11:00\n', { column: 0 }],
])('a time of day in a column of its own belongs to the day (%s)', async (_, text, time) => {
  const found = (await read(text)).time;
  expect(found).toMatchObject(time);
  expect(found?.clock).toBe('clock' in time ? time.clock : undefined);
});
