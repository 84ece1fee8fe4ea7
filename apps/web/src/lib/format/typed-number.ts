/** Digits in threes, as `1,000`: where a comma counts as a point it would be 1. */
const separated = /^[-−]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/**
 * A typed number; a comma counts as a point, and the minus sign − as a hyphen. NaN for what is none, is
 * infinite, or has separators between its digits.
 */
export function typedNumber(typed: string): number {
  const text = typed.trim();
  const number = text === '' || separated.test(text) ? Number.NaN : Number(text.replace(',', '.').replace('−', '-'));
  return Number.isFinite(number) ? number : Number.NaN;
}
