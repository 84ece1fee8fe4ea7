import type { Device } from '@cyno/contract';
import { compileFormula, FormulaError, type Span } from '@cyno/formula';
import { formulaText } from './formula-text.ts';

/** A formula as far as the page knows: what its result is, or what is wrong and where. */
export type CheckedFormula =
  | { problem: null; unit: string | null; isCondition: boolean }
  | { problem: string; span: Span };

interface Within {
  /** The device that has the variable. */
  readonly device: Device;
  /** The other devices that it may read. */
  readonly others: readonly Device[];
  /** The variable that it makes; null: a new one. */
  readonly key: string | null;
  readonly unit: string | null;
}

/** Checks a formula against the variables that it may read. */
export function checkFormula(text: string, { device, others, key, unit }: Within): CheckedFormula {
  const unitOf = (name: { device: string | null; key: string }) => {
    const read = [device, ...others].find(({ espid }) => espid === (name.device ?? device.espid));
    const isItself = read === device && name.key === key;
    return isItself ? undefined : read?.variables.find((one) => one.key === name.key)?.unit;
  };
  try {
    const formula = compileFormula(text, { unitOf }, unit);
    return { problem: null, unit: formula.unit, isCondition: formula.isCondition };
  } catch (error) {
    if (error instanceof FormulaError) return { problem: formulaText(error.problem), span: error.span };
    throw error;
  }
}

/** The key of a variable from the name that somebody gave it: letters, digits and underscores. */
export function keyFromName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^(?=\p{N})/u, '_')
    .slice(0, 32);
}
