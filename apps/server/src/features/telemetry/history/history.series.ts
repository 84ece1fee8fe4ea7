import type { HistoryResponse } from '@cyno/contract';
import type { HistoryVariable, Message } from '../variables/index.ts';
import type { BucketColumns } from './stored/history.types.ts';
import type { MessageColumns } from './stored/message-columns.ts';

type Series = HistoryResponse['series'];
type Columns = Pick<HistoryResponse, 'times' | 'series'>;

/** Messages as history returns them; those that are accepted but not stored yet are merged in. */
export function columnsOfMessages(
  stored: MessageColumns,
  pending: readonly Message[],
  variables: readonly HistoryVariable[],
): Columns {
  const { times, values } = pending.length === 0 ? stored : merge(stored, pending, variables);
  return { times, series: toSeries(variables, (_, index) => ({ value: values[index] ?? [], min: null, max: null })) };
}

function merge(
  stored: MessageColumns,
  pending: readonly Message[],
  variables: readonly HistoryVariable[],
): MessageColumns {
  const newer = new Map<number, Message['values']>();
  for (const { at, values } of pending) newer.set(at, { ...newer.get(at), ...values });
  const places = new Map(stored.times.map((at, index) => [at, index]));
  const times = [...new Set([...stored.times, ...newer.keys()])].sort((a, b) => a - b);
  const values = variables.map(({ key }, index) =>
    times.map((at) => plain(newer.get(at)?.[key]) ?? stored.values[index]?.[places.get(at) ?? -1] ?? null),
  );
  return { times, values };
}

/** Joins buckets of several sources, the older first: counts and sums add up, so a bucket may come in parts. */
export function columnsOfBuckets(parts: readonly BucketColumns[], variables: readonly HistoryVariable[]): Columns {
  const starts = parts.map((part) => part.starts);
  const times = parts.length === 1 ? (starts[0] ?? []) : [...new Set(starts.flat())].sort((a, b) => a - b);
  const places = new Map(times.map((at, place) => [at, place]));
  return {
    times,
    series: toSeries(variables, ({ isText }, index) => {
      const columns = new BucketSums(times.length);
      for (const part of parts) columns.add(part, index, places);
      return isText ? columns.texts() : columns.numbers();
    }),
  };
}

/** The buckets of one variable. */
class BucketSums {
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;
  readonly #mins: (number | null)[];
  readonly #maxs: (number | null)[];
  readonly #texts: (string | null)[];

  constructor(length: number) {
    this.#counts = new Float64Array(length);
    this.#sums = new Float64Array(length);
    this.#mins = new Array<number | null>(length).fill(null);
    this.#maxs = new Array<number | null>(length).fill(null);
    this.#texts = new Array<string | null>(length).fill(null);
  }

  add({ starts, variables }: BucketColumns, variable: number, places: ReadonlyMap<number, number>): void {
    const column = variables[variable];
    if (!column) return;
    for (const [index, start] of starts.entries()) {
      const place = places.get(start) ?? 0;
      this.#texts[place] = column.texts?.[index] ?? this.#texts[place] ?? null;
      const min = column.mins[index] ?? null;
      const max = column.maxs[index] ?? null;
      if (min === null || max === null) continue;
      this.#counts[place] = (this.#counts[place] ?? 0) + (column.counts[index] ?? 0);
      this.#sums[place] = (this.#sums[place] ?? 0) + (column.sums[index] ?? 0);
      this.#mins[place] = Math.min(min, this.#mins[place] ?? min);
      this.#maxs[place] = Math.max(max, this.#maxs[place] ?? max);
    }
  }

  numbers(): Series[string] {
    const value = Array.from(this.#counts, (count, place) => (count === 0 ? null : (this.#sums[place] ?? 0) / count));
    return { value, min: this.#mins, max: this.#maxs };
  }

  texts(): Series[string] {
    return { value: this.#texts, min: null, max: null };
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
