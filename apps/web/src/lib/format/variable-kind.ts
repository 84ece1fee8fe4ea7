import type { DeviceVariable } from '@cyno/contract';
import { formatExact, formatValue } from './format.ts';

/** How a variable is shown: a line, steps between on and off, or its states as text. */
export type VariableKind = 'number' | 'switch' | 'text';

export function variableKind({ value }: Pick<DeviceVariable, 'value'>): VariableKind {
  if (typeof value === 'boolean') return 'switch';
  return typeof value === 'string' ? 'text' : 'number';
}

/** What a table or a cursor shows for a number of a variable, without its unit; 1 and 0 are on and off for a switch. */
export function formatFigure(kind: { isSwitch: boolean; decimals: number | null }, value: number): string {
  return kind.isSwitch ? formatValue(value >= 0.5) : formatExact(value, kind.decimals);
}

/** Lowest, mean and highest as text; a mean gets four digits, since it has no natural end. */
export function formatStats(
  decimals: number | null,
  { min, avg, max }: { min: number; avg: number; max: number },
): readonly [string, string, string] {
  const mean = decimals === null ? shortened(avg) : avg;
  return [formatExact(min, decimals), formatExact(mean, decimals), formatExact(max, decimals)];
}

/** A number for a narrow place: one that would be longer than eight characters is rounded to three digits and an exponent. */
export function formatShort(value: number, decimals: number | null): string {
  const text = formatValue(value, decimals);
  if (text.length <= 8) return text;
  return value
    .toExponential(2)
    .replace(/\.?0+e/, 'e')
    .replace('e+', 'e')
    .replaceAll('-', '−');
}

function shortened(value: number): number {
  const size = Math.abs(value);
  if (size < 0.001 || size >= 1e9) return value;
  return Number(value.toFixed(Math.max(0, 3 - Math.max(0, Math.floor(Math.log10(size))))));
}

/** A value is stale when nothing came for three of its usual intervals; a shorter silence than this never counts, ms. */
const shortestStaleMs = 5_000;
/** How often a variable is sent is learned with its second value; until then it is stale after an hour, as rules see it, ms. */
const unlearnedStaleMs = 3_600_000;

/** Whether a value is too old to be taken for the present one. */
export function isStale({ at, intervalMs }: Pick<DeviceVariable, 'at' | 'intervalMs'>, now: number): boolean {
  if (at === null) return false;
  return now - at > (intervalMs === null ? unlearnedStaleMs : Math.max(3 * intervalMs, shortestStaleMs));
}
