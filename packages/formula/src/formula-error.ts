import { type FormulaReason, type FormulaValues, formulaTexts } from './formula-problems.ts';

/** Where something stands in the text of a formula: from a character up to another, counted from 0; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a formula. */
export type FormulaProblem = {
  [Reason in FormulaReason]: { readonly reason: Reason; readonly values: FormulaValues[Reason] };
}[FormulaReason];

/** What is wrong with a formula, as a sentence and as a reason for other languages, and where. */
export class FormulaError extends Error {
  readonly problem: FormulaProblem;
  readonly span: Span;

  constructor(problem: FormulaProblem, place: Span & ErrorOptions) {
    super(sentenceOf(problem), place);
    this.name = 'FormulaError';
    this.problem = problem;
    this.span = { start: place.start, end: place.end };
  }
}

/** One of the problems. */
export const problem = <Reason extends FormulaReason>(reason: Reason, values: FormulaValues[Reason]): FormulaProblem =>
  ({ reason, values }) as FormulaProblem;

const sentenceOf = ({ reason, values }: FormulaProblem): string =>
  (formulaTexts[reason] as (values: FormulaProblem['values']) => string)(values);
