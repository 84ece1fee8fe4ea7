export type CsvCell = string | number | boolean | null;

/** What a spreadsheet takes for the beginning of a formula, also in full width; quotes before it do not stop all of them. */
const formula = /^["']*[=+\-@＝＋－＠]/;
/** Where some program ends a cell or a line, whatever separates them in the file. */
const ends = /([;\t\r\n\0])/;
/** What some program takes away before it looks. */
const blank = /^'*[\t\r\n\0]/;

/** One line of a CSV file (RFC 4180) without its end. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(csvCell).join(',');

/**
 * A cell of a CSV file (RFC 4180): numbers stay numbers, null is empty, and text does no harm in a spreadsheet. All that this product
 * writes as CSV goes through here.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const harmless = harmlessText(value);
  return harmless !== value || /[",;\t\r\n\0]/.test(value) ? `"${harmless.replaceAll('"', '""')}"` : value;
}

/**
 * A text with an apostrophe before everything in it that a spreadsheet could run as a formula (OWASP, CSV injection:
 * https://owasp.org/www-community/attacks/CSV_Injection), also where a program would end the cell because it expects another separator.
 * What is a number stays one. `textOfCsv` is the way back.
 */
export function harmlessText(text: string): string {
  if (!formula.test(text) && !ends.test(text)) return text;
  const parts = text.split(ends).map((part) => (formula.test(part) && !isNumeric(part) ? `'${part}` : part));
  return `${blank.test(text) ? "'" : ''}${parts.join('')}`;
}

/** The text that `harmlessText` was given. */
export function textOfCsv(cell: string): string {
  if (!cell.includes("'")) return cell;
  const text = cell.startsWith("'") && blank.test(cell) ? cell.slice(1) : cell;
  return text
    .split(ends)
    .map((part) => (part.startsWith("'") && formula.test(part) ? part.slice(1) : part))
    .join('');
}

const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
