import type { DeviceVariable, TelemetryValue } from '@cyno/contract';
import { csvLine } from '../../platform/csv.ts';
import type { HistoryRepository, HistoryVariable } from './history.repository.ts';

const rowsPerRead = 2_000;

export interface ExportVariable extends HistoryVariable {
  readonly unit: DeviceVariable['unit'];
  readonly isBoolean: boolean;
}

export interface ExportRequest {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  readonly variables: readonly ExportVariable[];
}

/** All messages of the range as CSV (RFC 4180): the time in UTC, then a column for each variable. Streams; holds 2,000 rows at most. */
export async function* exportCsv(repository: HistoryRepository, request: ExportRequest): AsyncGenerator<string> {
  const names = request.variables.map(({ key, unit }) => (unit === '' ? key : `${key} (${unit})`));
  yield `${csvLine(['time', ...names])}\r\n`;
  for await (const rows of read(repository, request)) {
    const lines = rows.map(({ at, values }) => csvLine([new Date(at).toISOString(), ...values]));
    yield `${lines.join('\r\n')}\r\n`;
  }
}

/** All messages of the range as a JSON array of `{at, values}`, `at` in ms since the epoch. Streams as `exportCsv`. */
export async function* exportJson(repository: HistoryRepository, request: ExportRequest): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const rows of read(repository, request)) {
    const points = rows.map(({ at, values }) => {
      const known = request.variables.flatMap(({ key }, index) => {
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

interface ExportRow {
  readonly at: number;
  readonly values: (TelemetryValue | null)[];
}

/** Reads on from the last instant each time: an export may take minutes, and must not hold a connection or a snapshot. */
async function* read(repository: HistoryRepository, { deviceId, from, to, variables }: ExportRequest) {
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
