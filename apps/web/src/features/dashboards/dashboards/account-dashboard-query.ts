import type { NewDashboard } from '@cyno/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** The account's dashboards of several devices, the newest change first; the live connection notifies when to fetch again. */
export const accountDashboardsQuery = queryOptions({
  queryKey: queryKeys.accountDashboardList(),
  queryFn: ({ signal }) => call('GET /api/dashboards', { signal }),
  staleTime: 30_000,
});

/** One of them with its widgets. */
export const accountDashboardQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.accountDashboard(id),
    queryFn: ({ signal }) => call('GET /api/dashboards/:id', { params: { id }, signal }),
    staleTime: 30_000,
  });

/** Resolves when no page shows the dashboard any more: one that is left stays until the next has loaded, and would request it again. */
export function dashboardClosed(client: QueryClient, id: number): Promise<void> {
  const { queryKey } = accountDashboardQuery(id);
  const cache = client.getQueryCache();
  return new Promise((resolve) => {
    const check = () => {
      if (cache.find({ queryKey })?.getObserversCount()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = cache.subscribe(check);
    check();
  });
}

/** The ready-made dashboards with their widgets. */
export const dashboardTemplatesQuery = queryOptions({
  queryKey: queryKeys.dashboardTemplates(),
  queryFn: async ({ signal }) => (await call('GET /api/dashboard-templates', { signal })).templates,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Makes a dashboard of the account. */
export function useMakeDashboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewDashboard) => call('POST /api/dashboards', { body }),
    onSuccess: (made) => {
      client.setQueryData(accountDashboardQuery(made.id).queryKey, made);
      return client.invalidateQueries({ queryKey: accountDashboardsQuery.queryKey });
    },
  });
}

/** Deletes a dashboard; it can be brought back for seven days. */
export function useDeleteDashboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/dashboards/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: accountDashboardsQuery.queryKey }),
  });
}

/** Takes a deletion back. */
export function useRestoreDashboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('POST /api/dashboards/:id/restore', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.accountDashboards() }),
  });
}
