import type { RetainedSlot } from '../variables/index.ts';
import type { RollupLevel } from './rollup-levels.ts';

const hourMs = 3_600_000;

/** An element of an array of a row, as SQL; NULL where the variable is not stored so long. The row has its instant in `at`. */
export const element = (column: string, { slot, since }: RetainedSlot): string =>
  since === null ? `${column}[${slot}]` : `CASE WHEN at >= ${since} THEN ${column}[${slot}] END`;

/** Whether a row has a text of the variable that is still stored, as SQL. */
export const hasText = ({ slot, since }: RetainedSlot): string =>
  since === null ? `texts ? '${slot}'` : `(texts ? '${slot}' AND at >= ${since})`;

/**
 * Hours that cannot be read from a level: those whose rollups lack messages, and for levels above an hour those in which
 * the limit of a variable lies, since a day holds what was before and after it. In the order of time.
 */
export function hoursToReadFiner(
  dirty: readonly number[],
  variables: readonly RetainedSlot[],
  { widthMs }: Pick<RollupLevel, 'widthMs'>,
): readonly number[] {
  if (widthMs <= hourMs) return dirty;
  const limits = variables.flatMap(({ since }) => (since === null || since % widthMs === 0 ? [] : [since]));
  return limits.length === 0 ? dirty : [...new Set([...dirty, ...limits])].sort((a, b) => a - b);
}

/** The first instant of a range at which any of the variables may have a value. */
export function firstRetained(from: number, variables: readonly RetainedSlot[]): number {
  if (variables.length === 0 || variables.some(({ since }) => since === null)) return from;
  return Math.max(from, Math.min(...variables.map(({ since }) => since ?? 0)));
}
