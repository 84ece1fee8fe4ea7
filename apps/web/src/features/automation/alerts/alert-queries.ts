import type { Alert, AlertLimit, AlertList, PublicAlerts } from '@cyno/contract';
import { type QueryKey, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { alertsInLanguage, inLanguage } from './alert-in-language.ts';

/** So many open alerts are in memory at once; the newest come first. */
const maxOpen = 200;
const freshMs = 60_000;

/** The open alerts of a device, or of all that the account may see; the live connection notifies when to fetch them again. */
export const openAlertsQuery = (espid?: string) =>
  queryOptions({
    queryKey: queryKeys.openAlerts(espid),
    queryFn: ({ signal }) => call('GET /api/alerts', { query: { show: 'open', espid, limit: maxOpen }, signal }),
    select: alertsInLanguage<AlertList>,
    staleTime: freshMs,
  });

/** An open alert as it is marked; `id` and `mayAcknowledge`: of those that this account may see by itself. */
export type MarkedAlert = Pick<Alert, 'espid' | 'key' | 'severity' | 'state' | 'text' | 'report' | 'activeAt'> & {
  id?: number;
  mayAcknowledge?: boolean;
};

/** One that is over, as it is shaded in charts. */
export type ClearedAlert = Pick<Alert, 'espid' | 'key' | 'severity' | 'text' | 'report' | 'activeAt' | 'clearedAt'>;

/** What is marked of alerts, also by those who may see no more of them; `more`: older ones are left out. */
export type MarkedAlerts = {
  alerts: readonly MarkedAlert[];
  /** What a dashboard of somebody else shows of those that are over. */
  cleared?: readonly ClearedAlert[];
  /** Where the variables of its charts alert. */
  limits?: readonly (AlertLimit & Pick<Alert, 'espid'>)[];
  more?: boolean;
};
export type MarkedAlertsQuery = UseQueryOptions<MarkedAlerts, Error, MarkedAlerts, QueryKey>;

/** The open alerts of all that the account may see. */
export const ownMarkedAlerts = (): MarkedAlertsQuery => {
  const { queryKey, queryFn } = openAlertsQuery();
  return { queryKey, queryFn, staleTime: freshMs };
};

/** The alerts that a dashboard of somebody else shows, with its names of devices for ids. */
export const markedAlerts = ({ alerts, cleared, limits }: PublicAlerts): MarkedAlerts => ({
  alerts: alerts.map(({ device, ...alert }) => ({ ...alert, espid: device })),
  cleared: cleared.map(({ device, ...alert }) => ({ ...alert, espid: device })),
  limits: limits.map(({ device, ...limit }) => ({ ...limit, espid: device })),
});

/** One alert and what became of it. */
export const alertQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.alert(id),
    queryFn: ({ signal }) => call('GET /api/alerts/:id', { params: { id }, signal }),
    select: (alert) => ({ ...inLanguage(alert), changes: alert.changes.map(inLanguage) }),
    staleTime: 10_000,
  });
