import { msg, plural } from '@lingui/core/macro';
import { i18n } from '../../../lib/language/i18n.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The ranges that end now, in order. */
export const presets = [
  { id: '1h', label: msg`1 h`, ms: hour },
  { id: '6h', label: msg`6 h`, ms: 6 * hour },
  { id: '24h', label: msg`24 h`, ms: day },
  { id: '7d', label: msg`7 days`, ms: 7 * day },
  { id: '30d', label: msg`30 days`, ms: 30 * day },
  { id: '90d', label: msg`90 days`, ms: 90 * day },
  { id: '1y', label: msg`1 year`, ms: 365 * day },
] as const;

export type Preset = (typeof presets)[number];

/** Earlier periods to compare with; `shiftOf` is how far they are. */
export const comparisons = [
  { id: 'none', label: msg`No comparison` },
  { id: 'hour', label: msg`The hour before` },
  { id: 'day', label: msg`The day before` },
  { id: 'week', label: msg`The week before` },
  { id: 'year', label: msg`Same days last year` },
  { id: 'before', label: msg`The period before` },
] as const;

export type Comparison = (typeof comparisons)[number]['id'];

/** What a shift of one's own is counted in, the largest first. */
export const shiftUnits = [
  { id: 'weeks', label: msg`weeks`, ms: 7 * day },
  { id: 'days', label: msg`days`, ms: day },
  { id: 'hours', label: msg`hours`, ms: hour },
  { id: 'minutes', label: msg`minutes`, ms: hour / 60 },
] as const;

/** A shift in the largest unit that it is a whole number of. */
export function shiftParts(ms: number): { count: number; unit: (typeof shiftUnits)[number] } {
  const unit = shiftUnits.find((each) => ms % each.ms === 0) ?? shiftUnits[3];
  return { count: Math.max(1, Math.round(ms / unit.ms)), unit };
}

/** What a view is compared with, as text; null: with nothing. */
export function comparisonText(compare: Comparison | number): string | null {
  if (compare === 'none') return null;
  if (typeof compare !== 'number') {
    const chosen = comparisons.find(({ id }) => id === compare);
    return chosen ? i18n._(chosen.label) : null;
  }
  const { count, unit } = shiftParts(compare);
  switch (unit.id) {
    case 'weeks':
      return plural(count, { one: '# week before', other: '# weeks before' });
    case 'days':
      return plural(count, { one: '# day before', other: '# days before' });
    case 'hours':
      return plural(count, { one: '# hour before', other: '# hours before' });
    case 'minutes':
      return plural(count, { one: '# minute before', other: '# minutes before' });
  }
}

/** A variable of a device, as the address names it: `espid:key`; an espid has no colon. */
export type VariableName = { espid: string; key: string };

/** What the tab shows; all of it stands in the address. */
export type HistoryView = {
  preset: Preset;
  /** Stands still instead of the preset. */
  span: TimeSpan | null;
  variables: readonly VariableName[];
  /** Names of lines that are not drawn. */
  hidden: readonly string[];
  /** Thresholds by a line's name. */
  thresholds: ReadonlyMap<string, number>;
  /** A number is a shift, ms. */
  compare: Comparison | number;
  stacked: boolean;
  table: boolean;
  /** Whether the limits of alerts are drawn. */
  limits: boolean;
};

/** A variable's name in the address. */
export const nameOf = ({ espid, key }: VariableName): string => `${espid}:${key}`;

const latest = 8.64e15;
/** The earliest period that can be compared with, ms before. */
export const longestShift = 20 * 366 * day;
const maxVariables = 12;
const usualPreset = presets[2];

/** Reads the view from the address; what makes no sense is ignored. `usual` are the variables when none are named. */
export function readHistory(params: URLSearchParams, usual: readonly VariableName[]): HistoryView {
  const [from, to] = [readInstant(params.get('from')), readInstant(params.get('to'))];
  const named = params.getAll('v').flatMap((name) => readName(name) ?? []);
  return {
    preset: presets.find(({ id }) => id === params.get('range')) ?? usualPreset,
    span: from !== null && to !== null && from < to ? { from, to } : null,
    variables: (params.has('v') ? named : usual).slice(0, maxVariables),
    hidden: params.getAll('hide'),
    thresholds: new Map(params.getAll('above').flatMap((text) => readThreshold(text))),
    compare: readComparison(params.get('compare')),
    stacked: params.get('layout') === 'stacked',
    table: params.get('show') === 'table',
    limits: params.get('limits') !== 'off',
  };
}

/** The address of a view. */
export function writeHistory(view: HistoryView): URLSearchParams {
  const params = new URLSearchParams({ range: view.preset.id });
  if (view.span) {
    params.set('from', String(Math.round(view.span.from)));
    params.set('to', String(Math.round(view.span.to)));
  }
  // An empty name keeps apart that all were taken away from that none was chosen yet.
  for (const name of view.variables.length > 0 ? view.variables.map(nameOf) : ['']) params.append('v', name);
  for (const name of view.hidden) params.append('hide', name);
  for (const [name, value] of view.thresholds) params.append('above', `${value}@${name}`);
  if (view.compare !== 'none') params.set('compare', String(view.compare));
  if (view.stacked) params.set('layout', 'stacked');
  if (view.table) params.set('show', 'table');
  if (!view.limits) params.set('limits', 'off');
  return params;
}

/** How far before a span its comparison is, ms; null when there is none. A year goes by whole days, so that hours stay hours. */
export function shiftOf({ compare }: Pick<HistoryView, 'compare'>, { from, to }: TimeSpan): number | null {
  switch (compare) {
    case 'none':
      return null;
    case 'hour':
      return hour;
    case 'day':
      return day;
    case 'week':
      return 7 * day;
    case 'year':
      return yearShift(to);
    case 'before':
      return to - from;
    default:
      return compare;
  }
}

function yearShift(at: number): number {
  const date = new Date(at);
  return at - new Date(at).setUTCFullYear(date.getUTCFullYear() - 1);
}

/** The span that a view shows at an instant; one that ends now is moved on by whole pixels only. */
export function spanOf({ span, preset }: Pick<HistoryView, 'span' | 'preset'>, now: number): TimeSpan {
  if (span) return span;
  const to = Math.ceil(now / 1000) * 1000;
  return { from: to - preset.ms, to };
}

/** What a view shows while its span only moves on with time. */
export const rangeOf = ({ span, preset }: Pick<HistoryView, 'span' | 'preset'>): string =>
  span ? `${span.from} ${span.to}` : preset.id;

/** How often a span that ends at `to` is requested again, because it reaches beyond now, as links in messages have it; false: not at all. */
export const refreshMsOf = (to: number, now: number): number | false => (to > now ? 10_000 : false);

function readInstant(text: string | null): number | null {
  const instant = text !== null && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return instant > 0 && instant <= latest ? instant : null;
}

function readName(name: string): VariableName | null {
  const colon = name.indexOf(':');
  return colon > 0 && colon < name.length - 1 ? { espid: name.slice(0, colon), key: name.slice(colon + 1) } : null;
}

function readThreshold(text: string): [string, number][] {
  const at = text.indexOf('@');
  const value = Number(text.slice(0, Math.max(0, at)));
  return at > 0 && Number.isFinite(value) ? [[text.slice(at + 1), value]] : [];
}

function readComparison(text: string | null): Comparison | number {
  const known = comparisons.find(({ id }) => id === text);
  if (known) return known.id;
  const shift = text !== null && /^\d{1,13}$/.test(text) ? Number(text) : 0;
  return shift > 0 && shift <= longestShift ? shift : 'none';
}
