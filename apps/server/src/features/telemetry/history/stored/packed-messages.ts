import { mapInSlices } from '../../../../platform/map-in-slices.ts';
import { emptyHour, type HourColumns, hourMs, readable, rollupColumn, rollupFigures } from '../../packing/index.ts';
import type { HistoryVariable } from '../../variables/index.ts';
import type { BucketColumns, BucketPart, MessageRange } from './history.types.ts';
import type { MessageColumns } from './message-columns.ts';

/** A packed hour as the database returns it; `hour` is its start, ms since the epoch. */
export interface PackedHour {
  readonly hour: number;
  readonly data: Buffer;
  /** Whether it holds rollups instead of messages. */
  readonly holdsRollups?: boolean;
  /** To be called when it cannot be read. */
  damaged(): void;
}

type Value = number | string | null;

/** What an hour holds, all of it or some of its slots; nothing when it is damaged. */
function columnsOf({ hour, data, damaged }: PackedHour, slots?: ReadonlySet<number>): HourColumns {
  const columns = readable(hour, data, slots);
  if (!columns) damaged();
  return columns ?? emptyHour;
}

/** The messages of a packed hour that belong to a range, oldest first. */
export function messagesOfHour(
  packed: PackedHour,
  { from, to, slots }: Omit<MessageRange, 'deviceId'>,
  variables: readonly HistoryVariable[],
): MessageColumns {
  const columns = columnsOf(packed, slots ? undefined : slotsOf(variables));
  const [first, end] = [rowAt(columns.times, from), rowAt(columns.times, to)];
  const times: number[] = [];
  const values = variables.map((): Value[] => []);
  for (let row = first; row < end; row++) {
    if (slots && !hasAnyValue(columns, row, slots)) continue;
    const at = columns.times[row] ?? 0;
    times.push(at);
    for (const [index, variable] of variables.entries()) values[index]?.push(cellAt(columns, { variable, row, at }));
  }
  return { times, values };
}

/** How many messages of a packed hour lie between two instants; the second is exclusive. */
export function countOfHour(packed: PackedHour, from: number, to: number): number {
  const { times } = columnsOf(packed, new Set());
  return rowAt(times, to) - rowAt(times, from);
}

/** The first or the last instant, and the number there, at which a slot has a number that counts; null: there is none. */
export function findNumber(
  packed: PackedHour,
  { slot, from, to }: { readonly slot: number; readonly from: number; readonly to: number },
  search: { readonly fromEnd: boolean; counts(number: number): boolean },
): { at: number; number: number } | null {
  const { times, numbers } = columnsOf(packed, new Set([slot]));
  const column = numbers.get(slot) ?? new Float64Array();
  const [first, end] = [rowAt(times, from), Math.min(rowAt(times, to), column.length)];
  const counts = (row: number) => !Number.isNaN(column[row]) && search.counts(column[row] ?? 0);
  let row = search.fromEnd ? end - 1 : first;
  while (row >= first && row < end && !counts(row)) row += search.fromEnd ? -1 : 1;
  return row >= first && row < end ? { at: times[row] ?? 0, number: column[row] ?? 0 } : null;
}

/** Buckets of packed hours of messages or of rollups, which are in the order of time. */
export async function bucketsOfHours(hours: readonly PackedHour[], part: BucketPart): Promise<BucketColumns> {
  const slots = slotsOf(part.variables);
  const ofRollups = new Set([...slots].flatMap((slot) => rollupFigures.map((figure) => rollupColumn(slot, figure))));
  const buckets = new Buckets(part);
  await mapInSlices(hours, (packed) => {
    const { hour, holdsRollups = false } = packed;
    const columns = columnsOf(packed, holdsRollups ? ofRollups : slots);
    for (const [from, to] of part.spans) {
      if (from >= hour + hourMs || to <= hour) continue;
      buckets.add(columns, [rowAt(columns.times, from), rowAt(columns.times, to)], holdsRollups);
    }
  });
  return buckets.columns;
}

/** Adds messages up; each call is of later messages than the one before. */
class Buckets {
  readonly #variables: readonly HistoryVariable[];
  readonly columns: BucketColumns;

  constructor({ widthMs, variables }: BucketPart) {
    this.#variables = variables;
    const empty = ({ isText }: HistoryVariable) => ({
      counts: [],
      mins: [],
      maxs: [],
      sums: [],
      texts: isText ? [] : null,
    });
    this.columns = { widthMs, starts: [], variables: variables.map(empty) };
  }

  add(columns: HourColumns, [first, end]: Rows, holdsRollups: boolean): void {
    const { starts, widthMs } = this.columns;
    const figures = holdsRollups ? figuresOfRollups(columns) : figuresOfMessages(columns);
    for (let row = first; row < end; ) {
      const at = columns.times[row] ?? 0;
      const start = at - (at % widthMs);
      const next = Math.min(rowAt(columns.times, start + widthMs), end);
      if (starts.at(-1) !== start) this.#begin(start);
      for (const index of this.#variables.keys()) this.#addTo(index, figures, [row, next]);
      row = next;
    }
  }

  #begin(start: number): void {
    this.columns.starts.push(start);
    for (const { counts, mins, maxs, sums, texts } of this.columns.variables) {
      counts.push(0);
      for (const column of [mins, maxs, sums]) column.push(null);
      texts?.push(null);
    }
  }

  #addTo(index: number, { times, figures, texts }: Figures, [row, next]: Rows): void {
    const { slot, since } = this.#variables[index] as HistoryVariable;
    const bucket = this.columns.variables[index] as BucketColumns['variables'][number];
    const last = bucket.counts.length - 1;
    const first = since === null ? row : Math.max(row, rowAt(times, since));
    const { counts, mins, maxs, sums } = figures(slot);
    let count = 0;
    let min = bucket.mins[last] ?? Number.POSITIVE_INFINITY;
    let max = bucket.maxs[last] ?? Number.NEGATIVE_INFINITY;
    let sum = bucket.sums[last] ?? 0;
    for (let at = first; mins && maxs && sums && at < next; at++) {
      const lowest = mins[at] ?? Number.NaN;
      if (Number.isNaN(lowest)) continue;
      const highest = maxs[at] ?? lowest;
      count += counts?.[at] ?? 1;
      sum += sums[at] ?? 0;
      if (lowest < min) min = lowest;
      if (highest > max) max = highest;
    }
    if (count > 0) {
      bucket.counts[last] = (bucket.counts[last] ?? 0) + count;
      bucket.mins[last] = min;
      bucket.maxs[last] = max;
      bucket.sums[last] = sum;
    }
    const newest =
      bucket.texts &&
      texts(slot)
        ?.slice(first, next)
        .findLast((text) => text !== null);
    if (bucket.texts && newest != null) bucket.texts[last] = newest;
  }
}

type Rows = readonly [first: number, end: number];

/** The columns of a slot that are added up; without counts each row is one message. */
interface Figures {
  readonly times: Float64Array;
  figures(slot: number): Partial<Record<'counts' | 'mins' | 'maxs' | 'sums', Float64Array | undefined>>;
  texts(slot: number): readonly (string | null)[] | undefined;
}

const figuresOfMessages = ({ times, numbers, texts }: HourColumns): Figures => ({
  times,
  figures: (slot) => ({ mins: numbers.get(slot), maxs: numbers.get(slot), sums: numbers.get(slot) }),
  texts: (slot) => texts.get(slot),
});

const figuresOfRollups = ({ times, numbers, texts }: HourColumns): Figures => ({
  times,
  figures: (slot) => ({
    counts: numbers.get(rollupColumn(slot, 'counts')),
    mins: numbers.get(rollupColumn(slot, 'mins')),
    maxs: numbers.get(rollupColumn(slot, 'maxs')),
    sums: numbers.get(rollupColumn(slot, 'sums')),
  }),
  texts: (slot) => texts.get(rollupColumn(slot, 'counts')),
});

const slotsOf = (variables: readonly HistoryVariable[]): Set<number> => new Set(variables.map(({ slot }) => slot));

/** The first row at or after an instant. */
function rowAt(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hasAnyValue({ numbers, texts }: HourColumns, row: number, slots: readonly number[]): boolean {
  return (
    texts.values().some((column) => column[row] !== null) ||
    slots.some((slot) => numbers.has(slot) && !Number.isNaN(numbers.get(slot)?.[row]))
  );
}

function cellAt(
  { numbers, texts }: HourColumns,
  { variable, row, at }: { readonly variable: HistoryVariable; readonly row: number; readonly at: number },
): Value {
  if (variable.since !== null && at < variable.since) return null;
  const text = variable.isText ? texts.get(variable.slot)?.[row] : null;
  const number = numbers.get(variable.slot)?.[row] ?? Number.NaN;
  return text ?? (Number.isNaN(number) ? null : number);
}
