import type { BinaryOperator } from './syntax.ts';

const comparisons: ReadonlySet<BinaryOperator> = new Set(['==', '!=', '<', '>', '<=', '>=']);

export const isComparison = (operator: BinaryOperator): boolean => comparisons.has(operator);

/** The result of an operator; NaN where a value is missing, conditions as 1 and 0. */
export function applyBinary(operator: BinaryOperator, left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) return Number.NaN;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '^':
      return left ** right;
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '<':
      return Number(left < right);
    case '>':
      return Number(left > right);
    case '<=':
      return Number(left <= right);
    case '>=':
      return Number(left >= right);
    case '&&':
      return Number(left !== 0 && right !== 0);
    case '||':
      return Number(left !== 0 || right !== 0);
    default:
      return operator satisfies never;
  }
}
