import type { DeviceVariable, ExportFormat, HistoryResponse, TelemetryValue } from '@cyno/contract';
import { csvLine } from '../../platform/csv.ts';
import type { HistoryRepository, HistoryVariable } from './history.repository.ts';
import { workbook } from './workbook.ts';

const rowsPerRead = 2_000;

export interface ExportVariable extends HistoryVariable {
  readonly unit: DeviceVariable['unit'];
  readonly isBoolean: boolean;
}

/** A row of a file: its instant, ms since the epoch, and a cell for each column. */
export interface ExportRow {
  readonly at: number;
  readonly values: readonly (TelemetryValue | null)[];
}

/** What a file holds: the columns after the instant, and its rows, some thousand at a time. */
export interface ExportTable {
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly rows: AsyncIterable<readonly ExportRow[]>;
}

export interface ExportRequest {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  readonly variables: readonly ExportVariable[];
}

/** All messages of a range. */
export const tableOfMessages = (repository: HistoryRepository, request: ExportRequest): ExportTable => ({
  columns: request.variables.map(({ key, unit }) => ({ key, title: titleOf(key, unit) })),
  rows: readMessages(repository, request),
});

/** What a history shows: the points, or of each bucket the mean, the lowest and the highest. */
export function tableOfHistory(
  { times, series }: Pick<HistoryResponse, 'times' | 'series'>,
  variables: readonly ExportVariable[],
): ExportTable {
  const columns = variables.flatMap(({ key, unit }) => {
    const { value = [], min = null, max = null } = series[key] ?? {};
    const column = (name: string, cells: typeof value) => ({ key: name, title: titleOf(name, unit), cells });
    const extremes = min && max ? [column(`${key} min`, min), column(`${key} max`, max)] : [];
    return [column(key, value), ...extremes];
  });
  const rows = times.map((at, index) => ({ at, values: columns.map(({ cells }) => cells[index] ?? null) }));
  return { columns, rows: once(rows) };
}

async function* once(rows: readonly ExportRow[]) {
  yield rows;
}

/** A table as a file of a format, piece by piece; holds 2,000 rows at most. `zone` is for the instants of a workbook. */
export function fileOf(table: ExportTable, format: ExportFormat, zone: string): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case 'csv':
      return csvOf(table);
    case 'json':
      return jsonOf(table);
    case 'xlsx':
      return workbook(table, zone);
  }
}

/** CSV (RFC 4180): the time in UTC, then a column for each variable. */
async function* csvOf({ columns, rows }: ExportTable): AsyncGenerator<string> {
  yield `${csvLine(['time', ...columns.map(({ title }) => title)])}\r\n`;
  for await (const some of rows) {
    if (some.length === 0) continue;
    const lines = some.map(({ at, values }) => csvLine([new Date(at).toISOString(), ...values]));
    yield `${lines.join('\r\n')}\r\n`;
  }
}

/** A JSON array of `{at, values}`, `at` in ms since the epoch. */
async function* jsonOf({ columns, rows }: ExportTable): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const some of rows) {
    if (some.length === 0) continue;
    const points = some.map(({ at, values }) => {
      const known = columns.flatMap(({ key }, index) => {
        const value = values[index] ?? null;
        return value === null ? [] : [[key, value]];
      });
      return JSON.stringify({ at, values: Object.fromEntries(known) });
    });
    yield separator + points.join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

const titleOf = (key: string, unit: string): string => (unit === '' ? key : `${key} (${unit})`);

/** Reads on from the last instant each time: an export may take minutes, and must not hold a connection or a snapshot. */
async function* readMessages(repository: HistoryRepository, { deviceId, from, to, variables }: ExportRequest) {
  for (let next = from; ; ) {
    const { times, values } = await repository.messages({ deviceId, from: next, to }, variables, rowsPerRead);
    const last = times.at(-1);
    if (last === undefined) return;
    yield times.map(
      (at, row): ExportRow => ({ at, values: variables.map((of, index) => cell(of, values[index]?.[row])) }),
    );
    if (times.length < rowsPerRead) return;
    next = last + 1;
  }
}

function cell({ isBoolean }: ExportVariable, value: number | string | null = null): TelemetryValue | null {
  return isBoolean && typeof value === 'number' ? value !== 0 : value;
}
