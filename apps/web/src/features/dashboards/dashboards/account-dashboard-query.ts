import type { AccountDashboard, DashboardList, DashboardTemplate, NewDashboard } from '@cyno/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';

/** The first part of every key of what is known of dashboards that belong to no device. */
export const accountDashboardsKey = 'account-dashboards';

const schemas = () => import('@cyno/contract');
const path = (id: number) => `/api/dashboards/${id}`;

/** The account's dashboards of several devices, the newest change first; the live connection notifies when to fetch again. */
export const accountDashboardsQuery = queryOptions({
  queryKey: [accountDashboardsKey, 'list'],
  queryFn: async ({ signal }): Promise<DashboardList> =>
    api.get('/api/dashboards', (await schemas()).dashboardList, { signal }),
  staleTime: 30_000,
});

/** One of them with its widgets. */
export const accountDashboardQuery = (id: number) =>
  queryOptions({
    queryKey: [accountDashboardsKey, id],
    queryFn: async ({ signal }): Promise<AccountDashboard> =>
      api.get(path(id), (await schemas()).accountDashboard, { signal }),
    staleTime: 30_000,
  });

/** The ready-made dashboards with their widgets. */
export const dashboardTemplatesQuery = queryOptions({
  queryKey: ['dashboard-templates'],
  queryFn: async ({ signal }): Promise<DashboardTemplate[]> =>
    (await api.get('/api/dashboard-templates', (await schemas()).dashboardTemplates, { signal })).templates,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Makes a dashboard of the account. */
export function useMakeDashboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: NewDashboard) => api.post('/api/dashboards', input, (await schemas()).accountDashboard),
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
    mutationFn: async (id: number) => api.delete(path(id), (await schemas()).dashboardDeleted),
    onSuccess: () => client.invalidateQueries({ queryKey: accountDashboardsQuery.queryKey }),
  });
}

/** Takes a deletion back. */
export function useRestoreDashboard() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: number) => api.post(`${path(id)}/restore`, {}, (await schemas()).accountDashboard),
    onSuccess: () => client.invalidateQueries({ queryKey: [accountDashboardsKey] }),
  });
}
