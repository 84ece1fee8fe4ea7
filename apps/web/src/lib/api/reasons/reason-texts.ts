import type { ErrorReason, ErrorValues } from '@cyno/contract';

/** The sentence for each reason of the server. */
export type ReasonTexts = { [Reason in ErrorReason]: (values: ErrorValues[Reason]) => string };
