import { type ImportKind, type ImportLayout, type TelemetryValue, textOfCsv } from '@cyno/contract';
import { valueProblem } from '@cyno/device-protocol';

/** A value, nothing (an empty cell), or why the cell is refused. */
type CellValue = { readonly value: TelemetryValue | null } | { readonly problem: string };

const yes = new Set(['true', '1', 'on', 'yes']);
const no = new Set(['false', '0', 'off', 'no']);
/** What programs write where they have no number. */
const nothing = new Set(['', 'null', 'nan', 'na', 'n/a', '-', 'unavailable', 'unknown']);

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const groupedNumber = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** A number as a file writes it; NaN for what is none. Digits may be grouped by the sign that is not the decimal one. */
export function readNumber(cell: string, decimal: ImportLayout['decimal']): number {
  const english = decimal === '.' ? cell : cell.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));
  const text = english.replaceAll(/[\u00a0\u202f ]/g, '');
  if (plainNumber.test(text)) return Number(text);
  return groupedNumber.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
}

/** Reads a cell as a value of a kind. `name` is for the sentence. */
export function readValue(
  cell: string,
  { kind, decimal, name }: { kind: ImportKind; decimal: ImportLayout['decimal']; name: string },
): CellValue {
  const text = cell.trim();
  if (kind === 'text') {
    if (text === '') return { value: null };
    const value = textOfCsv(cell);
    const problem = valueProblem(name, value);
    return problem === undefined ? { value } : { problem };
  }
  if (nothing.has(text.toLowerCase())) return { value: null };
  const word = text.toLowerCase();
  if (kind === 'boolean') {
    if (yes.has(word)) return { value: true };
    return no.has(word) ? { value: false } : { problem: `${name}: ${quoted(text)} is neither on nor off.` };
  }
  // A switch may have been stored as a number.
  const number = word === 'true' ? 1 : word === 'false' ? 0 : readNumber(text, decimal);
  if (Number.isNaN(number)) return { problem: `${name}: ${quoted(text)} is not a number.` };
  const problem = valueProblem(name, number);
  return problem === undefined ? { value: number } : { problem };
}

/** The beginning of a cell, for a sentence. */
export const quoted = (cell: string): string => JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
