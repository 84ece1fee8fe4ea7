import type { AlertStatement } from '../alert-reports.ts';

/** A sentence for each code. */
export type AlertTexts = {
  readonly [Code in AlertStatement['code']]: (values: Extract<AlertStatement, { code: Code }>) => string;
};
