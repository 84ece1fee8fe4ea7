import type { Device } from '@cyno/contract';
import type { DeviceColumn } from './device-columns.ts';
import {
  type CellValue,
  compileRule,
  type FilterRule,
  foldText,
  type MatchMode,
  matchModes,
} from './filters/filter-match.ts';

/** How the list is ordered: by a column, or by `order`, which is the user's own. */
export type ListSort = { column: string; descending: boolean };

/** What the list shows and in which order. */
export type ListQuery = { search: string; rules: readonly FilterRule[]; sort: ListSort };

/** The user's own order: the only one in which cards can be moved. */
export const ownOrder: ListSort = { column: 'order', descending: false };

/** The newest and the highest are what people look for first. */
export const startsDescending = (column: DeviceColumn): boolean => column.kind === 'date' || column.kind === 'number';

/** True when nothing is searched for or filtered out. */
export const isUnfiltered = (query: ListQuery): boolean =>
  query.search.trim() === '' && activeRules(query).length === 0;

/** The rules that are filled in. */
export const activeRules = (query: ListQuery): FilterRule[] =>
  query.rules.filter((rule) => rule.values.some((value) => value.trim() !== ''));

/** The devices that match, in the order requested; devices without the sorted value stand last either way. */
export function selectDevices(
  devices: readonly Device[],
  query: ListQuery,
  columns: readonly DeviceColumn[],
  timeZone?: string,
): Device[] {
  const terms = foldText(query.search).split(/\s+/).filter(Boolean);
  const tests = activeRules(query).flatMap((rule) => {
    const column = columns.find((one) => one.id === rule.column);
    if (column === undefined) return [];
    const test = compileRule(rule, timeZone);
    return [(device: Device) => test(column.read(device))];
  });
  return devices
    .filter((device) => matchesSearch(device, terms) && tests.every((test) => test(device)))
    .sort(comparator(query.sort, columns));
}

/** What a device is found by; each letter that is typed looks at all of them again. */
const searchedTexts = new WeakMap<Device, string>();

function searchedText(device: Device): string {
  const known = searchedTexts.get(device);
  if (known !== undefined) return known;
  const parts = [
    device.name,
    device.espid,
    ...device.tags,
    ...device.variables.flatMap(({ key, label }) => [key, label]),
  ];
  const text = foldText(parts.join('\n'));
  searchedTexts.set(device, text);
  return text;
}

function matchesSearch(device: Device, terms: readonly string[]): boolean {
  return terms.length === 0 || terms.every((word) => searchedText(device).includes(word));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function comparator(sort: ListSort, columns: readonly DeviceColumn[]): (a: Device, b: Device) => number {
  const column = columns.find((one) => one.id === sort.column);
  if (column === undefined) return (a, b) => a.order - b.order;
  const sign = sort.descending ? -1 : 1;
  const rank = column.rank ?? column.read;
  return (a, b) => compareCells(rank(a), rank(b), sign) || a.order - b.order;
}

function compareCells(a: CellValue, b: CellValue, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return sign * (Number(a) - Number(b));
  return sign * collator.compare(String(a), String(b));
}

/** Reads what `writeListQuery` wrote into the page's address; what it does not understand is left out. */
export function readListQuery(params: URLSearchParams): ListQuery {
  const sort = params.get('sort') ?? '';
  const descending = sort.startsWith('-');
  return {
    search: params.get('q') ?? '',
    rules: params.getAll('f').flatMap(readRule),
    sort: sort === '' ? ownOrder : { column: sort.slice(descending ? 1 : 0), descending },
  };
}

/** Writes a query into the page's address, so that Back and a bookmark show the same list. */
export function writeListQuery(query: ListQuery, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['q', 'f', 'sort']) next.delete(name);
  if (query.search !== '') next.set('q', query.search);
  for (const rule of activeRules(query))
    next.append('f', [rule.column, rule.mode, ...rule.values].map(escapePart).join('~'));
  if (query.sort.column !== ownOrder.column)
    next.set('sort', `${query.sort.descending ? '-' : ''}${query.sort.column}`);
  return next;
}

const escapePart = (part: string) => part.replaceAll('%', '%25').replaceAll('~', '%7E');
const unescapePart = (part: string) => part.replaceAll('%7E', '~').replaceAll('%25', '%');

function readRule(written: string): FilterRule[] {
  const [column = '', mode = '', ...values] = written.split('~').map(unescapePart);
  return isMatchMode(mode) ? [{ column, mode, values }] : [];
}

const isMatchMode = (mode: string): mode is MatchMode => (matchModes as readonly string[]).includes(mode);
