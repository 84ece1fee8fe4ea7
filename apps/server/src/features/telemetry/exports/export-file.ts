import { csvCell, csvLine, type ExportFormat } from '@cyno/contract';
import { mergeByTime } from './export-merge.ts';
import { type ExportNotes, tableOfNotes } from './export-notes.ts';
import type { ExportCell, ExportRow, ExportTable } from './export-table.ts';
import { workbook } from './workbook.ts';

/** What a file holds of a device; `name` is unlike those of the other devices in the file. */
export interface ExportedDevice {
  readonly espid: string;
  readonly name: string;
  readonly table: ExportTable;
  readonly notes: ExportNotes;
}

/** How a file is to be written: `zone` (IANA) is for the instants of a workbook. */
export interface FileStyle {
  readonly format: ExportFormat;
  readonly zone: string;
}

type Pieces = AsyncGenerator<string | Uint8Array>;

/** The messages of one device as a file, piece by piece; holds 2,000 rows at most. */
export function fileOfTable(table: ExportTable, { format, zone }: FileStyle): Pieces {
  switch (format) {
    case 'csv':
      return csvOf(table);
    case 'json':
      return jsonOf(table);
    case 'xlsx':
      return workbook([{ name: 'Data', table }], zone);
  }
}

/**
 * Devices in one file, piece by piece; holds 2,000 rows of each at most. CSV: one table, with a column of the device when there are
 * several. JSON: each device with its notes. A workbook: a sheet of each device, and one of the notes.
 */
export function fileOfDevices(devices: readonly ExportedDevice[], { format, zone }: FileStyle): Pieces {
  const [only, ...others] = devices;
  switch (format) {
    case 'csv':
      return csvOf(only && others.length === 0 ? only.table : mergeByTime(devices));
    case 'json':
      return jsonOfDevices(devices);
    case 'xlsx':
      return workbook([...devices, { name: 'Notes', table: tableOfNotes(devices) }], zone);
  }
}

/** The notes of devices, without values. */
export function fileOfNotes(devices: readonly ExportedDevice[], { format, zone }: FileStyle): Pieces {
  switch (format) {
    case 'csv':
      return csvOf(tableOfNotes(devices));
    case 'json':
      return jsonOfDevices(devices, { notesOnly: true });
    case 'xlsx':
      return workbook([{ name: 'Notes', table: tableOfNotes(devices) }], zone);
  }
}

/** CSV (RFC 4180): the time in UTC, then the other columns. */
async function* csvOf({ instant = 'time', columns, rows }: ExportTable): AsyncGenerator<string> {
  yield `${csvLine([instant, ...columns.map(({ title }) => title)])}\r\n`;
  for await (const some of rows) {
    if (some.length === 0) continue;
    let text = '';
    // A text that grows takes two thirds of the time that lists of cells and lines take.
    for (const { at, values } of some) {
      text += new Date(at).toISOString();
      for (const cell of values) text += `,${csvCell(plain(cell))}`;
      text += '\r\n';
    }
    yield text;
  }
}

const plain = (cell: ExportCell) => (cell instanceof Date ? cell.toISOString() : cell);

/** A JSON array of `{at, values}`, `at` in ms since the epoch. */
async function* jsonOf({ columns, rows }: ExportTable): AsyncGenerator<string> {
  yield* jsonArray(rows, ({ at, values }: ExportRow) => {
    const known = columns.flatMap(({ key }, index) => {
      const value = values[index] ?? null;
      return value === null ? [] : [[key, value]];
    });
    return { at, values: Object.fromEntries(known) };
  });
  yield '\n';
}

/** `{devices: [{espid, name, points: [{at, values}], notes}]}`, instants in ms since the epoch. */
async function* jsonOfDevices(
  devices: readonly ExportedDevice[],
  { notesOnly = false }: { notesOnly?: boolean } = {},
): AsyncGenerator<string> {
  yield '{"devices":[';
  for (const [index, { espid, name, table, notes }] of devices.entries()) {
    yield `${index === 0 ? '' : ','}\n{"espid":${JSON.stringify(espid)},"name":${JSON.stringify(name)},`;
    if (!notesOnly) {
      yield '"points":';
      yield* jsonOf(table);
      yield ',';
    }
    yield '"notes":';
    yield* jsonArray(notes, ({ from, to, tone, text, author }) => ({ from, to, tone, text, author }));
    yield '}';
  }
  yield '\n]}\n';
}

async function* jsonArray<Item>(pieces: AsyncIterable<readonly Item[]>, toJson: (item: Item) => object) {
  let separator = '[\n';
  for await (const some of pieces) {
    if (some.length === 0) continue;
    yield separator + some.map((item) => JSON.stringify(toJson(item))).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : '\n]';
}
