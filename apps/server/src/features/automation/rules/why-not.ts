import { formatNumber, type ValueCondition } from '@cyno/contract';
import { comparedTo } from '../definitions/index.ts';
import { freshUntil, fulfils, type Reading } from './reading.ts';

interface Known {
  /** The newest value; undefined: none has come. */
  readonly reading: Reading | undefined;
  /** What people call the variable. */
  readonly label: string;
  readonly unit: string;
  readonly now: number;
}

/** Why a condition that is looked at once does not hold, as a sentence; null: it holds. */
export function whyNot(condition: ValueCondition, { reading, label, unit, now }: Known): string | null {
  if (!reading) return `${label} is not known.`;
  if (now >= freshUntil(reading)) return `${label} is not known any more.`;
  if (fulfils(condition, reading.value, false)) return null;
  if (reading.value === null) return `${label} was a text.`;
  return `${label} was ${`${formatNumber(reading.value)} ${unit}`.trimEnd()}, not ${comparedTo(condition)}.`;
}
