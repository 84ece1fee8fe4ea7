/** Limits of a board's message. */
export const maxMessageBytes = 4096;
export const maxKeys = 64;
const maxKeyLength = 32;
export const maxTextLength = 256;
/** The sum of a day of such numbers, a thousand a second, still fits into 64 bits. */
export const maxMagnitude = 1e300;

/** Describes why a variable's name is refused; undefined when it is fine. */
export function keyProblem(key: string): string | undefined {
  if (key === '') return 'A variable has an empty name.';
  if (key.length > maxKeyLength && [...key].length > maxKeyLength) {
    return `The name ${quote(key)} is longer than ${maxKeyLength} characters.`;
  }
  for (let i = 0; i < key.length; i++) {
    const code = key.charCodeAt(i);
    // C0, DEL and C1 are control characters; surrogates and U+FFFD need the slower look.
    if (code < 32 || (code > 126 && code < 160)) return `The name ${quote(key)} has a control character.`;
    if (code > 0xd7ff && (code === 0xfffd || !key.isWellFormed())) return `The name ${quote(key)} is not valid text.`;
  }
  // As a name it would reach the prototype of every ordinary object that is built from it later.
  if (key === '__proto__') return `The name ${quote(key)} cannot be used.`;
  return undefined;
}

/** The beginning of a text in quotes, with control characters escaped, for a sentence in the console. */
export const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
