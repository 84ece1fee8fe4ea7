/** One line of a CSV file (RFC 4180) without its end. */
export const csvLine = (cells: readonly (string | number | boolean | null)[]): string => cells.map(csvCell).join(',');

/** A cell: numbers stay numbers, null is empty, and text does no harm in a spreadsheet. */
function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  return typeof value === 'string' ? csvText(value) : String(value);
}

/**
 * A text that a spreadsheet would run as a formula gets an apostrophe (OWASP, CSV injection:
 * https://owasp.org/www-community/attacks/CSV_Injection); one that is a number stays one.
 */
function csvText(text: string): string {
  const harmless = /^[=+\-@\t\r\n\0]/.test(text) && !isNumeric(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
