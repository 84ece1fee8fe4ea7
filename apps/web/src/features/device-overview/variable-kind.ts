import type { DeviceVariable } from '@cyno/contract';
import { formatValue } from '../../lib/format.ts';

/** How a variable is shown: a line, steps between on and off, or its states in words. */
export type VariableKind = 'number' | 'switch' | 'text';

export function variableKind({ value }: Pick<DeviceVariable, 'value'>): VariableKind {
  if (typeof value === 'boolean') return 'switch';
  return typeof value === 'string' ? 'text' : 'number';
}

/** What a screen says for a number of this variable, without its unit; 1 and 0 are on and off for a switch. */
export function formatFigure(variable: Pick<DeviceVariable, 'value' | 'decimals'>, value: number): string {
  return variableKind(variable) === 'switch' ? formatValue(value >= 0.5) : formatValue(value, variable.decimals);
}

/** A value is stale when nothing came for three of its usual intervals; a shorter silence than this never counts, ms. */
const shortestStaleMs = 5_000;

/** Whether a value is too old to be taken for the present one. */
export function isStale({ at, intervalMs }: Pick<DeviceVariable, 'at' | 'intervalMs'>, now: number): boolean {
  if (at === null || intervalMs === null) return false;
  return now - at > Math.max(3 * intervalMs, shortestStaleMs);
}
