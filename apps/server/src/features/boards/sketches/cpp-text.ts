/** Unseen characters that can turn the order of what one reads: https://trojansource.codes */
const unseen = /[\p{Cf}\u2028\u2029]/gu;

/** A text as a C++ string literal. */
export const literal = (text: string): string =>
  `"${text
    .replace(/\p{Cc}/gu, '')
    .replace(/[\\"?]/g, '\\$&')
    .replace(unseen, (sign) => `\\U${(sign.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`)}"`;

/** A text that a comment can hold: a backslash at its end would make the next line part of it. */
export const commentText = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .replace(unseen, '')
    .replaceAll('\\', '/')
    .replaceAll('??/', '?/');

/** A number as C++ writes it: `3`, `-0.5F`. */
export const numberLiteral = (value: number): string =>
  Number.isInteger(value) ? String(value) : `${value.toFixed(6).replace(/0+$/, '')}F`;

/** Lines moved in by two blanks; empty ones stay empty. */
export const indent = (code: string): string[] => code.split('\n').map((line) => (line === '' ? '' : `  ${line}`));

/** A name that begins with a capital, from a text: `Main pump` becomes `MainPump`; empty when nothing of it can be one. */
export const pascalCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
