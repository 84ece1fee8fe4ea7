import { queryOptions, useQueries } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import type { ChartNote } from '../../../../ui/charts/plot/chart-notes.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { alertsInLanguage } from '../alert-in-language.ts';
import { chartTone, severityOf } from '../severity.ts';

const maxBands = 200;

/** The newest alerts of devices in a span as bands over a chart; `isCut`: one of the devices has more. */
export function useAlertBands(
  espids: readonly string[],
  { from, to }: TimeSpan,
): { bands: readonly ChartNote[]; isCut: boolean } {
  const range = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) };
  const responses = useQueries({
    queries: espids.map((espid) =>
      queryOptions({
        queryKey: queryKeys.alertBands(espid, range.from, range.to),
        queryFn: ({ signal }) =>
          call('GET /api/alerts', { query: { show: 'history', espid, ...range, limit: maxBands }, signal }),
        staleTime: 60_000,
        gcTime: 120_000,
      }),
    ),
  });
  const lists = responses.flatMap(({ data }) => (data ? alertsInLanguage(data) : []));
  return {
    bands: lists.flatMap(({ alerts }) =>
      alerts.map(({ severity, activeAt, startedAt, clearedAt, text }) => ({
        from: activeAt ?? startedAt,
        to: clearedAt ?? range.to,
        tone: chartTone(severity),
        text: `${severityOf(severity).label}: ${text}`,
      })),
    ),
    isCut: lists.some(({ more }) => more),
  };
}
