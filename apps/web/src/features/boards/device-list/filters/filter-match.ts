import { typedNumber } from '../../../../lib/format/typed-number.ts';
import { localPartsOf } from '../../../../ui/fields/local-instant.ts';

/** The sixteen match modes of the product specification, section 9, in its order. */
export const matchModes = [
  'startsWith',
  'contains',
  'notContains',
  'endsWith',
  'equals',
  'notEquals',
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'dateIs',
  'dateIsNot',
  'dateBefore',
  'dateAfter',
] as const;
export type MatchMode = (typeof matchModes)[number];

/** What a column holds; it decides which match modes make sense. */
export type ColumnKind = 'text' | 'number' | 'date' | 'choice';

/** What a cell holds: instants are ms since the epoch, null is "nothing known"; a list matches when one of its items does. */
export type CellValue = string | number | boolean | null | readonly string[];

/** One line of the filter as typed: `values` holds one entry, two for `between`, any number for `in`; dates are `YYYY-MM-DD`. */
export type FilterRule = { column: string; mode: MatchMode; values: readonly string[] };

const modesByKind: Record<ColumnKind, readonly MatchMode[]> = {
  text: ['contains', 'notContains', 'startsWith', 'endsWith', 'equals', 'notEquals', 'in'],
  number: ['gt', 'gte', 'lt', 'lte', 'between', 'equals', 'notEquals', 'in'],
  date: ['dateIs', 'dateIsNot', 'dateBefore', 'dateAfter'],
  choice: ['equals', 'notEquals', 'in'],
};

/** The match modes that a column of this kind offers, the likeliest first. */
export function modesFor(kind: ColumnKind): readonly MatchMode[] {
  return modesByKind[kind];
}

/** Upper and lower case, full- and half-width forms and composed characters count as the same. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/**
 * Makes the test for one rule. A rule that is not filled in yet lets everything through; one with something else than a number
 * where one is needed lets nothing through, so that it chooses no devices by mistake. A cell without a value matches only the negative modes.
 */
export function compileRule(rule: FilterRule, timeZone?: string): (cell: CellValue) => boolean {
  const typed = rule.values.map((value) => value.trim()).filter((value) => value !== '');
  const first = typed[0];
  if (first === undefined) return everything;
  const folded = foldText(first);
  switch (rule.mode) {
    case 'startsWith':
      return onText((text) => text.startsWith(folded));
    case 'contains':
      return onText((text) => text.includes(folded));
    case 'notContains':
      return not(onText((text) => text.includes(folded)));
    case 'endsWith':
      return onText((text) => text.endsWith(folded));
    case 'equals':
      return sameAs([first]);
    case 'notEquals':
      return not(sameAs([first]));
    case 'in':
      return sameAs(typed);
    case 'lt':
      return onNumber(first, (value, limit) => value < limit);
    case 'lte':
      return onNumber(first, (value, limit) => value <= limit);
    case 'gt':
      return onNumber(first, (value, limit) => value > limit);
    case 'gte':
      return onNumber(first, (value, limit) => value >= limit);
    case 'between':
      return between(rule.values);
    case 'dateIs':
      return onDay(timeZone, (day) => day === first);
    case 'dateIsNot':
      return not(onDay(timeZone, (day) => day === first));
    case 'dateBefore':
      return onDay(timeZone, (day) => day < first);
    case 'dateAfter':
      return onDay(timeZone, (day) => day > first);
  }
}

type Test = (cell: CellValue) => boolean;

const everything: Test = () => true;

const isList = (cell: CellValue): cell is readonly string[] => Array.isArray(cell);

const not =
  (test: Test): Test =>
  (cell) =>
    !test(cell);

const textOf = (cell: Exclude<CellValue, null | readonly string[]>) =>
  foldText(cell === true ? 'on' : cell === false ? 'off' : `${cell}`);

const onText =
  (test: (text: string) => boolean): Test =>
  (cell) =>
    cell !== null && (isList(cell) ? cell.some((word) => test(foldText(word))) : test(textOf(cell)));

function sameAs(typed: readonly string[]): Test {
  const texts = new Set(typed.map(foldText));
  const numbers = new Set(typed.map(typedNumber));
  return (cell) => (typeof cell === 'number' ? numbers.has(cell) : onText((text) => texts.has(text))(cell));
}

function onNumber(typed: string, test: (value: number, limit: number) => boolean): Test {
  const limit = typedNumber(typed);
  return (cell) => typeof cell === 'number' && test(cell, limit);
}

function between(typed: readonly string[]): Test {
  const [from = Number.NaN, to = Number.NaN] = typed.map(typedNumber);
  if (typed.some((text) => text.trim() !== '' && Number.isNaN(typedNumber(text)))) return not(everything);
  const [low, high] = from > to ? [to, from] : [from, to];
  // An end that is not filled in is open: nothing is below or above it.
  return (cell) => typeof cell === 'number' && !(cell < low) && !(cell > high);
}

function onDay(timeZone: string | undefined, test: (day: string) => boolean): Test {
  return (cell) => typeof cell === 'number' && test(localPartsOf(cell, timeZone).day);
}
