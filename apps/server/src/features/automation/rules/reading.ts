import type { TelemetryValue, ValueCondition } from '@cyno/contract';

const shortestFreshMs = 5 * 60_000;
/** Of a variable whose usual interval is not known yet. */
const unknownLostMs = 60 * 60_000;
const intervalsUntilStale = 10;
/** How far one gap may move the usual interval, as a share of it; so a single outage hardly counts. */
const intervalStep = 0.25;

/** The newest value of a variable as a rule sees it. */
export interface Reading {
  /** Null: a text, which no condition holds for. */
  readonly value: number | null;
  readonly at: number;
  /** The usual time between two values; null: not known yet. */
  readonly intervalMs: number | null;
}

/** Booleans count as 1 and 0. */
export const numberOf = (value: TelemetryValue): number | null => (typeof value === 'string' ? null : Number(value));

/** The reading after a further value, or the same when the value is older than what is known. */
export function followedBy(before: Reading | undefined, value: number | null, at: number): Reading {
  if (before === undefined) return { value, at, intervalMs: null };
  return at < before.at ? before : { value, at, intervalMs: intervalAfter(before.intervalMs, at - before.at) };
}

/** The usual time between two values after a further gap; null: not known yet. */
export function intervalAfter(known: number | null, gapMs: number): number | null {
  if (known === null) return gapMs > 0 ? gapMs : null;
  const step = known * intervalStep;
  return known + Math.min(Math.max(gapMs - known, -step), step);
}

/** Until when a reading counts as what is. */
export function freshUntil({ at, intervalMs }: Reading): number {
  return at + Math.max(intervalsUntilStale * (intervalMs ?? 0), shortestFreshMs);
}

/**
 * From when on nothing is known any more. After a start of the server boards get the time to come back, and a variable whose usual
 * interval is not known yet gets an hour.
 */
export function lostAt(reading: Reading | undefined, startedAt: number): number {
  if (reading === undefined) return startedAt + unknownLostMs;
  if (reading.intervalMs === null) return Math.max(reading.at, startedAt) + unknownLostMs;
  const { value, at, intervalMs } = reading;
  return freshUntil({ value, at: Math.max(at, startedAt), intervalMs });
}

/** Whether a value fulfils a condition; `held` is whether it did before, for those that hold on until their release value. */
export function fulfils(
  { comparison, threshold, release }: Pick<ValueCondition, 'comparison' | 'threshold' | 'release'>,
  value: number | null,
  held: boolean,
): boolean {
  if (value === null) return false;
  switch (comparison) {
    case '>':
      return held && release !== null ? value >= release : value > threshold;
    case '>=':
      return held && release !== null ? value >= release : value >= threshold;
    case '<':
      return held && release !== null ? value <= release : value < threshold;
    case '<=':
      return held && release !== null ? value <= release : value <= threshold;
    case '==':
      return value === threshold;
    case '!=':
      return value !== threshold;
  }
}
