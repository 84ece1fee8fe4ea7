import type { AlertList } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { alertsInLanguage, inLanguage } from './alert-in-language.ts';

/** So many open alerts are in memory at once; the newest come first. */
const maxOpen = 200;

/** The open alerts of a device, or of all that the account may see; the live connection notifies when to fetch them again. */
export const openAlertsQuery = (espid?: string) =>
  queryOptions({
    queryKey: queryKeys.openAlerts(espid),
    queryFn: ({ signal }) => call('GET /api/alerts', { query: { show: 'open', espid, limit: maxOpen }, signal }),
    select: alertsInLanguage<AlertList>,
    staleTime: 60_000,
  });

/** One alert and what became of it. */
export const alertQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.alert(id),
    queryFn: ({ signal }) => call('GET /api/alerts/:id', { params: { id }, signal }),
    select: (alert) => ({ ...inLanguage(alert), changes: alert.changes.map(inLanguage) }),
    staleTime: 10_000,
  });
