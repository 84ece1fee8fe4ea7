/** Where something stands in the text of a formula: from a character up to another, counted from 0; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is wrong with a formula, as a sentence, and where. */
export class FormulaError extends Error {
  readonly span: Span;

  constructor(message: string, place: Span & ErrorOptions) {
    super(message, place);
    this.name = 'FormulaError';
    this.span = { start: place.start, end: place.end };
  }
}
