import type { AlertCondition, AlertDryRun } from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { alertsInLanguage } from '../alert-in-language.ts';

const recentMs = 7 * 86_400_000;

/** When a condition would have held on a device in the last days. */
export const alertDryRunQuery = (espid: string, condition: AlertCondition, days: number) =>
  queryOptions({
    queryKey: queryKeys.alertDryRun(espid, condition, days),
    queryFn: ({ signal }) => call('POST /api/alert-rules/dry-run', { body: { espid, condition, days }, signal }),
    select: alertsInLanguage<AlertDryRun>,
    staleTime: 60_000,
    gcTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** The lowest and the highest value of a variable in the last week; null: there was no number. */
export const recentRangeQuery = (espid: string, key: string) =>
  queryOptions({
    queryKey: queryKeys.recentRange(espid, key),
    queryFn: async ({ signal }) => {
      const to = Math.ceil(liveNow());
      // A name with a comma cannot be part of a list of names: then all are fetched.
      const query = { from: to - recentMs, to, keys: key.includes(',') ? undefined : key };
      const { variables } = await call('GET /api/device/:espid/statistics', { params: { espid }, query, signal });
      const figures = variables[key];
      return figures ? { min: figures.min.value, max: figures.max.value } : null;
    },
    staleTime: 600_000,
  });
