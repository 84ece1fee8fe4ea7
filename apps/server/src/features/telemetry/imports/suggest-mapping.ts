import type { ImportKind, ImportLayout, ImportMapping, ImportTimeFormat } from '@cyno/contract';
import { keyProblem } from '@cyno/device-protocol';
import { timeReader } from './cell-times.ts';
import { readValue } from './cell-values.ts';

/** A column of the file's beginning: its name and its cells. */
interface SampledColumn {
  readonly name: string;
  readonly cells: readonly string[];
}

/** A variable that the device has. */
export interface KnownVariable {
  readonly key: string;
  readonly label: string;
  readonly kind: ImportKind;
  /** Nothing is imported into what a formula makes. */
  readonly isComputed: boolean;
}

const formats: readonly ImportTimeFormat[] = ['iso', 'milliseconds', 'seconds', 'mdy', 'dmy'];
const timeName = /^(time|date|datetime|timestamp|ts|at|when|zeit|datum|created_at|เวลา)/i;
/** Dates with full stops, and of the Buddhist era. */
const dayFirst = /^\d{1,2}\.\d{1,2}\.|^\d{1,2}\D\d{1,2}\D2[4-6]\d\d\b/;
/** Where dates are usually written with the month first; and UTC, which is nowhere. */
const monthFirstZone = /^(America|US)\/|^(Pacific\/Honolulu|Asia\/Manila|UTC|Etc\/UTC)$/;
/** Of all instants these are what boards can have measured. */
const [earliest, latest] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const maxColumns = 256;

interface Suggesting {
  readonly layout: ImportLayout;
  readonly zone: string;
  readonly variables: readonly KnownVariable[];
  /** By which lines are chosen. */
  readonly only: ImportMapping['only'];
}

/** The column that identifies the device of a line, as an export of several devices has it; -1: there is none. */
export const deviceColumn = (names: readonly string[]): number =>
  names.findIndex((name) => /^device$/i.test(name.trim()));

/** Of what stands in that column, what means the device: its name or its espid, or both as an export of namesakes writes them. */
export function ownLines(
  choices: readonly string[],
  { name, espid }: { name: string; espid: string },
): string | undefined {
  return [espid, `${name} (${espid})`, name].find((own) => choices.includes(own)) ?? choices[0];
}

/** Proposes what becomes of the columns: the first one with times, and variables by their names. Null when there are no times. */
export function suggestMapping(
  columns: readonly SampledColumn[],
  { layout, zone, variables, only }: Suggesting,
): ImportMapping | null {
  const byName = columns.map((column, index) => ({ ...column, index }));
  byName.sort((a, b) => Number(timeName.test(b.name)) - Number(timeName.test(a.name)) || a.index - b.index);
  const time = byName.flatMap(({ name, cells, index }) => {
    // A name that indicates it outweighs some bad lines in a short file.
    const format = formatOf(cells, { zone, share: timeName.test(name) ? 0.5 : 0.9 });
    const clock = format && cells.every(isDayAlone) ? columns.findIndex(hasClock) : -1;
    return format ? [{ column: index, format, zone, ...(clock >= 0 && { clock }) }] : [];
  })[0];
  if (!time) return null;
  const taken = new Set<string>();
  const mapped = columns.flatMap(({ name, cells }, column): ImportMapping['columns'] => {
    const isTime = column === time.column || column === time.clock;
    if (isTime || column === only?.column || cells.every((cell) => cell.trim() === '')) return [];
    const known = variableOf(name, variables);
    const key = known?.key ?? newKey(name, column);
    if (taken.has(key) || known?.isComputed) return [];
    taken.add(key);
    return [{ column, key, kind: known?.kind ?? kindOf(cells, layout) }];
  });
  return mapped.length === 0 ? null : { time, columns: mapped.slice(0, maxColumns), only };
}

const isDayAlone = (cell: string): boolean => !cell.includes(':');

const clockPattern = /^\d{1,2}:\d{2}(:\d{2}([.,]\d{1,9})?)?\s*(am|pm)?$/i;

/** Whether a column has the time of day, beside one with the day. */
function hasClock({ cells }: SampledColumn): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.every((cell) => clockPattern.test(cell.trim()));
}

/** The format that reads the most cells, when it reads the `share` of them. */
function formatOf(
  cells: readonly string[],
  { zone, share }: { zone: string; share: number },
): ImportTimeFormat | undefined {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const counted = formats.map((format) => {
    const read = timeReader(format, zone);
    const good = filled.filter((cell) => {
      const at = read(cell);
      return at >= earliest && at < latest;
    });
    return { format, good: good.length };
  });
  // Of a single day both orders can be right.
  const isDayFirst = filled.some((cell) => dayFirst.test(cell)) || !monthFirstZone.test(zone);
  const isBetter = (b: (typeof counted)[number], a: (typeof counted)[number]) =>
    b.good > a.good || (isDayFirst && b.format === 'dmy' && a.format === 'mdy' && b.good === a.good);
  const best = counted.reduce((a, b) => (isBetter(b, a) ? b : a));
  return best.good > 0 && best.good >= share * filled.length ? best.format : undefined;
}

function kindOf(cells: readonly string[], { decimal }: ImportLayout): ImportKind {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.every((cell) => /^(true|false|on|off|yes|no)$/i.test(cell.trim()))) return 'boolean';
  const numbers = filled.filter((cell) => 'value' in readValue(cell, { kind: 'number', decimal, name: '' }));
  return numbers.length >= 0.5 * filled.length ? 'number' : 'text';
}

/** A name as an export writes it: the key, with the unit behind it. */
const withoutUnit = (name: string): string => name.replace(/\s*\([^()]*\)\s*$/, '').trim();

function variableOf(name: string, variables: readonly KnownVariable[]): KnownVariable | undefined {
  const names = [name.trim(), withoutUnit(name)];
  return (
    variables.find(({ key }) => names.includes(key)) ??
    variables.find(({ key, label }) =>
      names.some((each) => [key.toLowerCase(), label.toLowerCase()].includes(each.toLowerCase())),
    )
  );
}

function newKey(name: string, column: number): string {
  const key = [...withoutUnit(name).replaceAll(/\p{Cc}/gu, '')].slice(0, 32).join('').trim();
  return keyProblem(key) === undefined ? key : `column${column + 1}`;
}
