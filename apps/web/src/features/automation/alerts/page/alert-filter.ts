import type { AlertSeverity } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { severities } from '../severity.ts';

const daySeconds = 86_400;
const dayMs = daySeconds * 1_000;

/** The spans of time that alerts can be chosen by. */
export const periods = [
  {
    id: 'any',
    get label() {
      return t`Any time`;
    },
    ms: null,
  },
  {
    id: '24h',
    get label() {
      return t`Last 24 hours`;
    },
    ms: dayMs,
  },
  {
    id: '7d',
    get label() {
      return t`Last 7 days`;
    },
    ms: 7 * dayMs,
  },
  {
    id: '30d',
    get label() {
      return t`Last 30 days`;
    },
    ms: 30 * dayMs,
  },
  {
    id: 'days',
    get label() {
      return t`Chosen days`;
    },
    ms: null,
  },
] as const;
type PeriodId = (typeof periods)[number]['id'];

/** Which alerts the page lists; all of it stands in the address. Days are `YYYY-MM-DD`, or empty. */
export type AlertFilter = {
  show: 'open' | 'history';
  severity: AlertSeverity | null;
  espid: string;
  rule: number | null;
  period: PeriodId;
  fromDay: string;
  toDay: string;
};

const day = (text: string | null): string => (text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : '');

/** Reads the filter from the address; what makes no sense is ignored. */
export function readFilter(params: URLSearchParams): AlertFilter {
  const rule = Number(params.get('rule'));
  return {
    show: params.get('show') === 'history' ? 'history' : 'open',
    severity: severities.find(({ id }) => id === params.get('severity'))?.id ?? null,
    espid: params.get('device') ?? '',
    rule: Number.isSafeInteger(rule) && rule > 0 ? rule : null,
    period: periods.find(({ id }) => id === params.get('time'))?.id ?? 'any',
    fromDay: day(params.get('from')),
    toDay: day(params.get('to')),
  };
}

/** The address of a filter. */
export function writeFilter({ show, severity, espid, rule, period, fromDay, toDay }: AlertFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (show === 'history') params.set('show', show);
  if (severity) params.set('severity', severity);
  if (espid) params.set('device', espid);
  if (rule !== null) params.set('rule', String(rule));
  if (period !== 'any') params.set('time', period);
  if (period === 'days' && fromDay) params.set('from', fromDay);
  if (period === 'days' && toDay) params.set('to', toDay);
  return params;
}

/** Whether the filter leaves out anything of what is open, or of the history. */
export const isFiltered = ({ severity, espid, rule, period }: AlertFilter): boolean =>
  severity !== null || espid !== '' || rule !== null || period !== 'any';

type Clock = { now: number; instantOf: (day: string, second: number) => number | null };

/** What the server is requested for a filter, without its page; `instantOf` knows when it is a second of a day where the reader is. */
export function filterQuery({ show, severity, espid, rule, period, fromDay, toDay }: AlertFilter, clock: Clock) {
  const ms = periods.find(({ id }) => id === period)?.ms ?? null;
  const isDays = period === 'days';
  const from = isDays ? clock.instantOf(fromDay, 0) : ms === null ? null : clock.now - ms;
  // Days of 23 and of 25 hours end at midnight too.
  const end = isDays ? clock.instantOf(toDay, daySeconds) : null;
  return {
    show,
    severity: severity ?? undefined,
    espid: espid || undefined,
    rule: rule ?? undefined,
    from: from ?? undefined,
    to: end === null ? undefined : end - 1,
  };
}
