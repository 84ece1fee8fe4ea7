import type { RunStatement } from '../run-reports.ts';

/** A sentence for each code. */
export type RunTexts = {
  readonly [Code in RunStatement['code']]: (values: Extract<RunStatement, { code: Code }>) => string;
};
