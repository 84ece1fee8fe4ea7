import { typedNumber } from '../../../../lib/format/typed-number.ts';

/** Beyond any instrument. */
const maxSize = 1e15;

/** A typed number; null when it is none, or beyond what the server takes. */
export function storableNumber(typed: string): number | null {
  const number = typedNumber(typed);
  return Math.abs(number) <= maxSize ? number : null;
}
