import { createGapRule, medianStep } from './line-gaps.ts';

/** A stretch of time, ms since the epoch. */
export type TimeSpan = { from: number; to: number };

/** What history knows of one variable; `at` ascends and is the start of the bucket when `bucketMs` is set. */
export type HistoryColumns = {
  at: readonly number[];
  value: readonly (number | null)[];
  min: readonly (number | null)[] | null;
  max: readonly (number | null)[] | null;
  bucketMs: number | null;
  /** Until when history is complete: live points up to here are already inside its buckets. */
  to: number;
};

/** Columns to draw: ascending, with a row of nulls where the line must break. `min` and `max` are null for raw points. */
export type SeriesColumns = {
  at: number[];
  value: (number | null)[];
  min: (number | null)[] | null;
  max: (number | null)[] | null;
};

/** How long raw live points are held apart, so that a history that is loaded later can be joined without a gap. */
const liveTailMs = 120_000;
const liveTailPoints = 1_000;

type Row = { at: number; value: number; min: number; max: number; weight: number };

export type SeriesBuffer = ReturnType<typeof createSeriesBuffer>;

/**
 * Holds one numeric variable and joins history with live points: raw points are joined by `at`, so that none is lost or doubled; in
 * buckets a live point widens min and max (which may be repeated harmlessly) and enters the average only when history lacks it.
 */
export function createSeriesBuffer() {
  let rows: Row[] = [];
  let tail: { at: number; value: number }[] = [];
  let bucketMs: number | null = null;
  let historyTo = 0;
  let usualMs = 0;
  let until = Number.POSITIVE_INFINITY;

  function pushRaw(at: number, value: number) {
    const index = insertionIndex(rows, at);
    const row = { at, value, min: value, max: value, weight: 1 };
    if (rows[index - 1]?.at === at) rows[index - 1] = row;
    else rows.splice(index, 0, row);
  }

  function pushBucketed(at: number, value: number, width: number) {
    const start = Math.floor(at / width) * width;
    const index = insertionIndex(rows, start);
    const row = rows[index - 1];
    if (row?.at !== start) {
      rows.splice(index, 0, { at: start, value, min: value, max: value, weight: 1 });
      return;
    }
    row.min = Math.min(row.min, value);
    row.max = Math.max(row.max, value);
    if (at <= historyTo) return;
    row.value += (value - row.value) / (row.weight + 1);
    row.weight += 1;
  }

  function insert(at: number, value: number) {
    if (at > until) return;
    if (bucketMs === null) pushRaw(at, value);
    else pushBucketed(at, value, bucketMs);
  }

  return {
    get size() {
      return rows.length;
    },
    get bucketMs() {
      return bucketMs;
    },
    /** When the first point came that is known, ms since the epoch; null: none did. */
    get begins(): number | null {
      return rows[0]?.at ?? null;
    },
    /** The newest point as the board sent it, also when older ones are bucketed. */
    get last(): { at: number; value: number } | null {
      return tail.findLast((point) => point.at <= until) ?? rows.at(-1) ?? null;
    },
    /** Replaces everything by history and puts the live points of the last two minutes back on top. */
    load(history: HistoryColumns) {
      bucketMs = history.bucketMs;
      historyTo = history.to;
      rows = toRows(history);
      usualMs = medianStep(rows.map(({ at }) => at));
      if (bucketMs !== null && rows.length > 0) weighLast(rows, history);
      const since = bucketMs === null ? 0 : Math.floor(historyTo / bucketMs) * bucketMs;
      for (const point of tail) if (point.at >= since) insert(point.at, point.value);
    },
    /** Adds a live point; one that is known already (a replay) changes nothing. */
    push(at: number, value: number) {
      const index = insertionIndex(tail, at);
      if (tail[index - 1]?.at === at) return;
      tail.splice(index, 0, { at, value });
      const oldest = (tail.at(-1)?.at ?? at) - liveTailMs;
      if (tail.length > liveTailPoints || (tail[0]?.at ?? at) < oldest) {
        tail = tail.slice(-liveTailPoints).filter((point) => point.at >= oldest);
      }
      insert(at, value);
    },
    /** Forgets what is older than `from`, but keeps one point before it, so that the line enters the plot from outside. */
    trim(from: number) {
      const keep = insertionIndex(rows, from) - 1;
      if (keep > 0) rows.splice(0, keep);
    },
    /** Draws no live points behind an instant; the last two minutes are held all the same, for the next `load`. */
    stopAt(instant: number) {
      until = instant;
    },
    /** Columns to draw, broken where data is missing: longer than three usual steps, or across an `offline` span. */
    columns(intervalMs: number | null, offline: readonly TimeSpan[] = []): SeriesColumns {
      const isBroken = createGapRule({ usualMs, intervalMs, bucketMs, offline });
      const last = tail.findLast((point) => point.at <= until) ?? null;
      return toColumns({ rows, bucketMs, isBroken, last });
    },
  };
}

/** Index of the first element after `at`. */
function insertionIndex(sorted: readonly { at: number }[], at: number): number {
  const last = sorted.at(-1);
  if (!last || last.at <= at) return sorted.length;
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function toRows({ at, value, min, max }: HistoryColumns): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < at.length; index++) {
    const time = at[index];
    const current = value[index];
    if (time === undefined || typeof current !== 'number') continue;
    rows.push({ at: time, value: current, min: min?.[index] ?? current, max: max?.[index] ?? current, weight: 1 });
  }
  return rows;
}

/** The last bucket is still open: what history has of it weighs as much as the share of the bucket that it covers. */
function weighLast(rows: readonly Row[], { bucketMs, to }: HistoryColumns) {
  const last = rows.at(-1);
  if (last && bucketMs) last.weight = Math.max(1, (Math.min(to, last.at + bucketMs) - last.at) / 1_000);
}

type ColumnsInput = {
  rows: readonly Row[];
  bucketMs: number | null;
  isBroken: (from: number, to: number) => boolean;
  last: { at: number; value: number } | null;
};

function toColumns({ rows, bucketMs, isBroken, last }: ColumnsInput): SeriesColumns {
  const columns: SeriesColumns = {
    at: [],
    value: [],
    min: bucketMs === null ? null : [],
    max: bucketMs === null ? null : [],
  };
  const add = (at: number, value: number | null, min: number | null, max: number | null) => {
    columns.at.push(at);
    columns.value.push(value);
    columns.min?.push(min);
    columns.max?.push(max);
  };
  // A bucket is drawn at its middle, but never behind the newest point.
  const newest = last?.at ?? Number.POSITIVE_INFINITY;
  let before: { begins: number; at: number } | null = null;
  for (const row of rows) {
    const at = bucketMs === null ? row.at : Math.min(row.at + bucketMs / 2, Math.max(newest, row.at));
    if (before !== null && isBroken(before.begins, row.at)) add((before.at + at) / 2, null, null, null);
    add(at, row.value, row.min, row.max);
    before = { begins: row.at, at };
  }
  if (bucketMs !== null && last && before !== null && last.at > before.at) {
    add(last.at, last.value, last.value, last.value);
  }
  return columns;
}
