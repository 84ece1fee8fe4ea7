import { type ImportLayout, type ImportMapping, isTimeZone, type TelemetryValue } from '@cyno/contract';
import { keyProblem } from '@cyno/device-protocol';
import { badRequest, because } from '../../../platform/errors.ts';
import type { RetentionLimit } from '../ingest/index.ts';
import { timeReader } from './cell-times.ts';
import { quoted, readValue } from './cell-values.ts';
import type { CsvRecord } from './csv-records.ts';

/** A line as it will be stored; `problem` explains why it is refused. `values` belong to the columns of the mapping. */
export interface ReadRow {
  readonly line: number;
  readonly at: number | null;
  readonly values: (TelemetryValue | null)[];
  readonly problem: string | null;
}

interface RowRules {
  readonly layout: ImportLayout;
  readonly mapping: ImportMapping;
  /** What the plan keeps; null: everything. */
  readonly retention: RetentionLimit | null;
  /** What is older has rollups only, ms since the epoch. */
  readonly messagesSince: number;
  /** What is stored of variables that have a limit of their own, by key. */
  readonly retentionByVariable: ReadonlyMap<string, RetentionLimit>;
  readonly now: number;
}

/** Clocks of boards and computers differ a little. */
const aheadMs = 5 * 60_000;
/** Before it nothing was measured that a board could have sent; each month takes a table of its own. */
const earliest = Date.UTC(2000, 0);

/** Makes lines into rows. Throws a 400 for a mapping that makes no sense. */
export function rowReader({
  layout,
  mapping,
  retention,
  messagesSince,
  retentionByVariable,
  now,
}: RowRules): (record: CsvRecord) => ReadRow {
  checkMapping(mapping);
  const readTime = timeReaderOf(mapping);
  const { decimal } = layout;

  const timeProblem = (at: number, cell: string): string | null => {
    if (Number.isNaN(at)) return cell === '' ? 'The time is missing.' : `${quoted(cell)} is not a time as chosen.`;
    if (at > now + aheadMs) return 'The time is in the future.';
    if (at < earliest) return 'The time is before the year 2000.';
    if (retention && at < retention.since) return `Older than the ${retention.days} days that the plan keeps.`;
    return at < messagesSince ? 'Of this time only averages are stored.' : null;
  };

  return ({ line, cells }) => {
    const cell = timeCell(cells, mapping.time);
    const at = readTime(cell);
    let problem = timeProblem(at, cell);
    const values = mapping.columns.map(({ column, key, kind }) => {
      const read = readValue(cells[column] ?? '', { kind, decimal, name: key });
      if ('value' in read) {
        const limit = retentionByVariable.get(key);
        if (limit && at < limit.since && read.value !== null) {
          const days = `${limit.days} ${limit.days === 1 ? 'day' : 'days'}`;
          problem ??= `"${key}" is kept for ${days} only, and this is older. Leave the column out to import the others.`;
        }
        return read.value;
      }
      problem ??= read.problem;
      return null;
    });
    return { line, at: Number.isNaN(at) ? null : at, values, problem };
  };
}

/** What is read as the time of a line: one cell, or the day and the time of day. */
function timeCell(cells: readonly string[], { column, clock }: ImportMapping['time']): string {
  const day = (cells[column] ?? '').trim();
  return clock === undefined || day === '' ? day : `${day} ${(cells[clock] ?? '').trim()}`.trim();
}

function timeReaderOf({ time }: ImportMapping) {
  if (!isTimeZone(time.zone)) throw badRequest('Nobody knows this time zone.', because('unknown_time_zone'));
  return timeReader(time.format, time.zone);
}

function checkMapping({ time, columns }: ImportMapping): void {
  const keys = new Set<string>();
  for (const { column, key } of columns) {
    const problem = keyProblem(key);
    if (problem) throw badRequest(problem, because('variable_name_invalid'));
    if (keys.has(key))
      throw badRequest(
        `Two columns go to "${key}". Choose another variable for one of them.`,
        because('column_twice', { key }),
      );
    if (column === time.column || column === time.clock)
      throw badRequest('The column of the time cannot be a variable too.', because('time_column_twice'));
    keys.add(key);
  }
}
