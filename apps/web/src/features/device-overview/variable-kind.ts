import type { DeviceVariable } from '@cyno/contract';
import { formatValue } from '../../lib/format.ts';

/** How a variable is shown: a line, steps between on and off, or its states in words. */
export type VariableKind = 'number' | 'switch' | 'text';

export function variableKind({ value }: Pick<DeviceVariable, 'value'>): VariableKind {
  if (typeof value === 'boolean') return 'switch';
  return typeof value === 'string' ? 'text' : 'number';
}

/** What a screen says for a number of a variable, without its unit; 1 and 0 are on and off for a switch. */
export function formatFigure(kind: { isSwitch: boolean; decimals: number | null }, value: number): string {
  return kind.isSwitch ? formatValue(value >= 0.5) : formatValue(value, kind.decimals);
}

const decimalsOf = (text: string) => (text.includes('e') ? 0 : (text.split('.')[1]?.length ?? 0));

/** Lowest, mean and highest in words; a mean is no more precise than the values that it is made of. */
export function formatStats(
  decimals: number | null,
  { min, avg, max }: { min: number; avg: number; max: number },
): readonly [string, string, string] {
  const [low, high] = [formatValue(min, decimals), formatValue(max, decimals)];
  const precise = [low, high].some((text) => text.includes('e')) ? null : Math.max(decimalsOf(low), decimalsOf(high));
  return [low, formatValue(avg, decimals ?? precise), high];
}

/** A value is stale when nothing came for three of its usual intervals; a shorter silence than this never counts, ms. */
const shortestStaleMs = 5_000;

/** Whether a value is too old to be taken for the present one. */
export function isStale({ at, intervalMs }: Pick<DeviceVariable, 'at' | 'intervalMs'>, now: number): boolean {
  if (at === null || intervalMs === null) return false;
  return now - at > Math.max(3 * intervalMs, shortestStaleMs);
}
