import type { BoardFamily } from './board-family.ts';
import { type OutputCommand, outputProblem } from './commands.ts';

/** How a board compares; it knows no "is not". */
export type BoardComparison = '>' | '>=' | '<' | '<=' | '==';

/**
 * A rule of a board: it fires with each `update()` of the sketch for as long as the variable compares so with the threshold.
 * Boards know rules for events and with a time limit as well; both repeat as long, so neither is sent.
 */
export interface BoardRule {
  readonly key: string;
  readonly comparison: BoardComparison;
  readonly threshold: number;
  readonly output: OutputCommand;
}

const comparisons: readonly string[] = ['>', '>=', '<', '<=', '=='] satisfies BoardComparison[];
/** Boards calculate with 32-bit floats, which hold seven digits. */
const largestThreshold = 9_999_999;
const reserved = /[:,\p{Cc}\p{Cs}]/u;

/** True for a word that boards compare with. */
export const isBoardComparison = (word: string): word is BoardComparison => comparisons.includes(word);

/** Describes why a board of the family cannot be sent a rule, or null. */
export function ruleProblem(family: BoardFamily, { key, comparison, threshold, output }: BoardRule): string | null {
  if (key === '' || key !== key.trim() || reserved.test(key)) {
    return `A rule of a board cannot read a variable with the name "${key}".`;
  }
  if (!isBoardComparison(comparison)) return 'A board compares with >, >=, <, <= and == only.';
  if (!Number.isFinite(threshold) || Math.abs(threshold) > largestThreshold || !hasThreeDecimals(threshold)) {
    return `A board compares with numbers up to ${largestThreshold} with at most three decimals.`;
  }
  return outputProblem(family, output);
}

/** One entry of the `automation` list: `g:humid:>:60:D1:digit:1`. Only what has no problem may be sent. */
export function ruleEntry({ key, comparison, threshold, output }: BoardRule): string {
  return `g:${key}:${comparison}:${threshold}:${output.pin}:${output.mode}:${output.value}`;
}

const hasThreeDecimals = (number: number): boolean => Number(number.toFixed(3)) === number;
