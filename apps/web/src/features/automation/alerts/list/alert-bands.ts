import type { Alert } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import type { Band, BandSpan } from '../../../telemetry/history/index.ts';
import { inLanguage } from '../alert-in-language.ts';
import type { MarkedAlertsQuery } from '../alert-queries.ts';
import { chartTone, severityOf } from '../severity.ts';

const maxBands = 200;
const freshMs = 60_000;
/** The last instant that there is. */
const endOfTime = 8.64e15;

/** The newest alerts of a device in a span; the live connection notifies when to fetch them again. */
export const bandsQuery = (espid: string, span: BandSpan) =>
  queryOptions({
    queryKey: queryKeys.alertBands(espid, span),
    queryFn: ({ signal }) =>
      call('GET /api/alerts', { query: { show: 'history', espid, ...rangeOf(span), limit: maxBands }, signal }),
    staleTime: freshMs,
    gcTime: 120_000,
  });

const rangeOf = (span: BandSpan) =>
  'from' in span
    ? { from: Math.max(0, Math.floor(span.from)), to: Math.ceil(span.to) }
    : { from: Math.max(0, Math.floor(liveNow() - span.lastMs)) };

/** The alerts of a device in the last minutes, for the charts of a dashboard. */
export const ownPastAlerts = (espid: string, minutes: number): MarkedAlertsQuery => {
  const { queryKey, queryFn } = bandsQuery(espid, { lastMs: minutes * 60_000 });
  return { queryKey, queryFn, staleTime: freshMs };
};

type BandAlert = Pick<Alert, 'key' | 'severity' | 'text' | 'report' | 'activeAt'> &
  Partial<Pick<Alert, 'startedAt' | 'clearedAt'>>;

/** The band of an alert; one that lasts reaches `until`, without it beyond everything that can be seen. */
export function bandOf(alert: BandAlert, until = endOfTime): Band {
  const { key, severity, activeAt, startedAt = 0, clearedAt = null, text } = inLanguage(alert);
  return {
    key,
    from: activeAt ?? startedAt,
    to: clearedAt ?? until,
    tone: chartTone(severity),
    text: `${severityOf(severity).label}: ${text}`,
  };
}
