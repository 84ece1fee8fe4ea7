import type { RunStatement, ValueCondition } from '@cyno/contract';
import { freshUntil, fulfils, type Reading } from './reading.ts';
import type { VariableNames } from './watches/watch.ts';

interface Known {
  /** The newest value; undefined: none has come. */
  readonly reading: Reading | undefined;
  readonly names: VariableNames;
  readonly now: number;
}

/** Why a condition that is looked at once does not hold, or null: it holds. */
export function whyNot(condition: ValueCondition, { reading, names, now }: Known): RunStatement | null {
  if (!reading) return { code: 'unknown', ...names };
  if (now >= freshUntil(reading)) return { code: 'outdated', ...names };
  if (fulfils(condition, reading.value, false)) return null;
  if (reading.value === null) return { code: 'was_text', ...names };
  const { comparison, threshold } = condition;
  return { code: 'not_held', ...names, value: reading.value, comparison, threshold };
}
