/** Beyond any instrument. */
const maxSize = 1e15;

/** A number with a decimal comma or point; null when it is none, or beyond what the server takes. */
export function typedNumber(typed: string): number | null {
  const text = typed.trim().replace('−', '-').replace(',', '.');
  const number = Number(text);
  return text !== '' && Math.abs(number) <= maxSize ? number : null;
}
