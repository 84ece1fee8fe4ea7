import { setImmediate as turn } from 'node:timers/promises';
import type { HistoryResponse, TelemetryValue } from '@cyno/contract';
import type { MessageColumns, TelemetryReader } from '../history/index.ts';
import type { ExportVariable } from '../variables/index.ts';

const maxRows = 2_000;
/** So many cells are read and written within some milliseconds; more at once would keep others waiting. */
const cellsAtOnce = 16_000;

/** How many rows of so many columns are read and written in one piece. */
export const rowsPerPiece = (columns: number): number =>
  Math.max(1, Math.min(maxRows, Math.floor(cellsAtOnce / Math.max(columns, 1))));

/** What a cell of a file holds; a Date is an instant. */
export type ExportCell = TelemetryValue | Date | null;

/** A row of a file: its instant, ms since the epoch, and a cell for each column. */
export interface ExportRow {
  readonly at: number;
  readonly values: readonly ExportCell[];
}

/** What a table holds: the columns after the instant, and its rows, some thousand at a time. */
export interface ExportTable {
  /** What the instant is called; `time` unless given. */
  readonly instant?: string;
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly rows: AsyncIterable<readonly ExportRow[]>;
}

interface ExportRequest {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  readonly variables: readonly ExportVariable[];
}

/** All messages of a range. */
export const tableOfMessages = (reader: TelemetryReader, request: ExportRequest): ExportTable => ({
  columns: request.variables.map(({ key, unit }) => ({ key, title: titleOf(key, unit) })),
  rows: readMessages(reader, request),
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

/** Rows that are there already. */
export async function* once(rows: readonly ExportRow[]): AsyncGenerator<readonly ExportRow[]> {
  const count = rowsPerPiece(rows[0]?.values.length ?? 0);
  for (let at = 0; at < rows.length; at += count) {
    yield rows.slice(at, at + count);
    await turn();
  }
}

const titleOf = (key: string, unit: string): string => (unit === '' ? key : `${key} (${unit})`);

/** The first messages of a range, so many at most. */
export const firstRows = async (
  reader: TelemetryReader,
  { variables, ...range }: ExportRequest,
  limit: number,
): Promise<ExportRow[]> => rowsOf(await reader.firstMessages(range, variables, limit), variables);

async function* readMessages(reader: TelemetryReader, { variables, ...range }: ExportRequest) {
  const pages = reader.messages(range, variables, rowsPerPiece(variables.length));
  for await (const page of pages) yield rowsOf(page, variables);
}

const rowsOf = ({ times, values }: MessageColumns, variables: readonly ExportVariable[]): ExportRow[] =>
  times.map((at, row) => ({ at, values: variables.map((of, index) => cell(of, values[index]?.[row])) }));

function cell({ isBoolean }: ExportVariable, value: number | string | null = null): TelemetryValue | null {
  return isBoolean && typeof value === 'number' ? value !== 0 : value;
}
