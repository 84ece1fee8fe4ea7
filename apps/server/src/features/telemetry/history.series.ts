import type { HistoryResponse } from '@cyno/contract';
import type { BucketCells, HistoryVariable, MessageCells } from './history.repository.ts';
import type { Message } from './telemetry.types.ts';

type Series = HistoryResponse['series'];
type Columns = Pick<HistoryResponse, 'times' | 'series'>;

const cellsPerVariable = 5;

/** Puts messages into columns; those that are accepted but not stored yet are merged in. */
export function columnsOfMessages(
  rows: readonly MessageCells[],
  pending: readonly Message[],
  variables: readonly HistoryVariable[],
): Columns {
  const byInstant = new Map<number, (number | string | null)[]>();
  for (const [at, ...cells] of rows) {
    byInstant.set(
      at,
      variables.map((_, index) => cells[2 * index] ?? cells[2 * index + 1] ?? null),
    );
  }
  for (const { at, values } of pending) {
    const stored = byInstant.get(at);
    byInstant.set(
      at,
      variables.map(({ key }, index) => plain(values[key]) ?? stored?.[index] ?? null),
    );
  }
  const times = [...byInstant.keys()];
  // Messages come sorted; only one that says its instant can be out of order.
  if (pending.length > 0) times.sort((a, b) => a - b);
  return {
    times,
    series: toSeries(variables, (_, index) => ({
      value: times.map((at) => byInstant.get(at)?.[index] ?? null),
      min: null,
      max: null,
    })),
  };
}

interface Sum {
  count: number;
  sum: number;
  min: number;
  max: number;
  text: string | null;
}

/** Joins buckets of several sources: counts and sums add up, so a bucket may come in parts. */
export class Buckets {
  readonly #variables: readonly HistoryVariable[];
  readonly #byStart = new Map<number, Sum[]>();

  constructor(variables: readonly HistoryVariable[]) {
    this.#variables = variables;
  }

  /** Adds rows in the order of time, so that the last text is the newest one. */
  add(rows: readonly BucketCells[]): void {
    for (const row of rows) {
      const sums = this.#at(row[0]);
      for (const [index, sum] of sums.entries()) {
        const [count, min, max, total, text] = row.slice(
          1 + index * cellsPerVariable,
          1 + (index + 1) * cellsPerVariable,
        );
        if (typeof text === 'string') sum.text = text;
        if (typeof count !== 'number' || count === 0) continue;
        sum.count += count;
        sum.sum += total as number;
        sum.min = Math.min(sum.min, min as number);
        sum.max = Math.max(sum.max, max as number);
      }
    }
  }

  columns(): Columns {
    const times = [...this.#byStart.keys()].sort((a, b) => a - b);
    const sums = times.map((at) => this.#at(at));
    return {
      times,
      series: toSeries(this.#variables, ({ isText }, index) => {
        const column = sums.map((row) => row[index]);
        const known = (pick: (sum: Sum) => number) => column.map((sum) => (sum && sum.count > 0 ? pick(sum) : null));
        if (isText) return { value: column.map((sum) => sum?.text ?? null), min: null, max: null };
        return {
          value: known((sum) => sum.sum / sum.count),
          min: known((sum) => sum.min),
          max: known((sum) => sum.max),
        };
      }),
    };
  }

  #at(start: number): Sum[] {
    const known = this.#byStart.get(start);
    if (known) return known;
    const sums = this.#variables.map(() => ({
      count: 0,
      sum: 0,
      min: Number.POSITIVE_INFINITY,
      max: Number.NEGATIVE_INFINITY,
      text: null,
    }));
    this.#byStart.set(start, sums);
    return sums;
  }
}

function toSeries(
  variables: readonly HistoryVariable[],
  column: (variable: HistoryVariable, index: number) => Series[string],
): Series {
  return Object.fromEntries(variables.map((variable, index) => [variable.key, column(variable, index)]));
}

/** A value as history shows it: booleans are 1 and 0. */
function plain(value: number | boolean | string | undefined): number | string | null {
  if (value === undefined) return null;
  return typeof value === 'boolean' ? Number(value) : value;
}
