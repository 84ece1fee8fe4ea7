import type { LogFile } from '@cyno/contract';
import { instantAt, localPartsOf } from '../../../ui/fields/local-instant.ts';

const dayMs = 24 * 3600 * 1000;

/** What the page shows, as it stands in its address; an empty text means: not requested. */
export type LogView = {
  /** Empty: the newest. */
  file: string;
  text: string;
  level: LeastLevel;
  source: string;
  request: string;
  /** Times of day such as `14:05`, in the zone of the profile. */
  since: string;
  until: string;
  /** The number of the line that is open; null: none. */
  line: number | null;
};

const leastLevels = ['all', 'info', 'warn', 'error'] as const;
export type LeastLevel = (typeof leastLevels)[number];

export const emptyView: LogView = {
  file: '',
  text: '',
  level: 'all',
  source: '',
  request: '',
  since: '',
  until: '',
  line: null,
};

/** Reads what `writeLogView` wrote; what it does not understand is left out. */
export function readLogView(params: URLSearchParams): LogView {
  const level = leastLevels.find((known) => known === params.get('level'));
  const line = params.get('line') ?? '';
  return {
    file: params.get('file') ?? '',
    text: params.get('q') ?? '',
    level: level ?? 'all',
    source: params.get('source') ?? '',
    request: params.get('request') ?? '',
    since: timeOfDay(params.get('since')),
    until: timeOfDay(params.get('until')),
    line: /^\d{1,15}$/.test(line) ? Number(line) : null,
  };
}

/** A time such as `14:05`; empty when it is none. */
export const timeOfDay = (text: string | null): string =>
  text !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : '';

/** The query of an address that shows the same again. */
export function writeLogView(view: LogView): URLSearchParams {
  const params = new URLSearchParams();
  const { file, text, level, source, request, since, until, line } = view;
  const given = { file, q: text, level: level === 'all' ? '' : level, source, request, since, until };
  for (const [name, value] of Object.entries(given)) if (value !== '') params.set(name, value);
  if (line !== null) params.set('line', String(line));
  return params;
}

/** True when some lines of the file are not shown. */
export const isFiltered = ({ text, level, source, request, since, until }: LogView): boolean =>
  text.trim() !== '' || level !== 'all' || [source, request, since, until].some((value) => value !== '');

/** The part of the query of `GET /api/admin/logs/:file/matches` that holds the search. */
export function filterQuery(
  view: LogView,
  file: Pick<LogFile, 'startsAt'>,
  timeZone: string | undefined,
): URLSearchParams {
  const params = new URLSearchParams();
  if (view.text.trim() !== '') params.set('text', view.text.trim().slice(0, 200));
  if (view.level !== 'all') params.set('level', view.level);
  if (view.source !== '') params.set('source', view.source);
  if (view.request !== '') params.set('request', view.request);
  if (file.startsAt === null) return params;
  const { startsAt } = file;
  if (view.since !== '') params.set('since', String(instantInFile(view.since, startsAt, timeZone)));
  if (view.until !== '') params.set('until', String(instantInFile(view.until, startsAt, timeZone) + 59_999));
  return params;
}

/** When the clock of the zone shows a time within the day of a file, which may begin at any time of the reader's day. */
function instantInFile(time: string, startsAt: number, timeZone: string | undefined): number {
  const local = Date.parse(`${localPartsOf(startsAt, timeZone).day}T${time}:00Z`);
  const at = instantAt(local, timeZone);
  return at < startsAt ? instantAt(local + dayMs, timeZone) : at;
}
