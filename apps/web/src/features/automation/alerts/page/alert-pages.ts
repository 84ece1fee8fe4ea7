import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { displaySettings } from '../../../../lib/format/display-settings.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { instantOf } from '../../../../ui/fields/local-instant.ts';
import { alertsInLanguage } from '../alert-in-language.ts';
import { type AlertFilter, filterQuery } from './alert-filter.ts';

const pageAlerts = 50;

/** A filter as the server is requested for it at this moment, in the time zone of the profile. */
export const queryNow = (filter: AlertFilter) =>
  filterQuery(filter, {
    now: liveNow(),
    instantOf: (day, second) => instantOf({ day, second }, displaySettings().timeZone),
  });

/** The alerts of a filter, newest first, some at a time. */
export const alertPagesQuery = (filter: AlertFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.alertPages(filter),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/alerts', { query: { ...queryNow(filter), limit: pageAlerts, before: pageParam }, signal }),
    select: ({ pages, ...rest }) => ({ ...rest, pages: pages.map(alertsInLanguage) }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ alerts, more }) => (more ? alerts.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
