import type { DeviceVariable } from '@cyno/contract';
import { compileFormula, FormulaError, type Span } from '@cyno/formula';

/** A formula as far as the page knows: what its result is, or what is wrong and where. */
export type CheckedFormula =
  | { problem: null; unit: string | null; isCondition: boolean }
  | { problem: string; span: Span };

/** Checks a formula against the variables of its device; `key` is the variable that it makes. */
export function checkFormula(
  text: string,
  { variables, key, unit }: { variables: readonly DeviceVariable[]; key: string | null; unit: string | null },
): CheckedFormula {
  const unitOf = ({ device, key: name }: { device: string | null; key: string }) =>
    device === null && name !== key ? variables.find((one) => one.key === name)?.unit : undefined;
  try {
    const formula = compileFormula(text, { unitOf }, unit);
    return { problem: null, unit: formula.unit, isCondition: formula.isCondition };
  } catch (error) {
    if (error instanceof FormulaError) return { problem: error.message, span: error.span };
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
