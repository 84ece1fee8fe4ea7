import type { DashboardVersion, DeviceDashboard, SaveDashboard } from '@cyno/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api-client.ts';

const path = (espid: string) => `/api/device/${encodeURIComponent(espid)}/dashboard`;
const schema = async () => (await import('@cyno/contract')).deviceDashboard;

/** A device's dashboard, and the ready-made ones to choose from; the live connection says when to ask again. */
export const dashboardQuery = (espid: string) =>
  queryOptions({
    queryKey: ['dashboards', espid],
    queryFn: async ({ signal }): Promise<DeviceDashboard> => api.get(path(espid), await schema(), { signal }),
    staleTime: 30_000,
  });

/** The present dashboard of a device and those before it, newest first. */
export const dashboardVersionsQuery = (espid: string) =>
  queryOptions({
    queryKey: ['dashboards', espid, 'versions'],
    queryFn: async ({ signal }): Promise<DashboardVersion[]> => {
      const { dashboardVersions } = await import('@cyno/contract');
      return (await api.get(`${path(espid)}/versions`, dashboardVersions, { signal })).versions;
    },
  });

function useChange<Wish>(espid: string, send: (wish: Wish) => Promise<DeviceDashboard>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (state) => {
      client.setQueryData(dashboardQuery(espid).queryKey, state);
      return client.invalidateQueries({ queryKey: dashboardVersionsQuery(espid).queryKey });
    },
  });
}

/** Takes a ready-made dashboard in the place of what is there. */
export const useTakeTemplate = (espid: string) =>
  useChange(espid, async (template: string) => api.put(path(espid), { template }, await schema()));

/** Saves an edited dashboard; an `ApiError` of status 409: there is a newer one than the one that was edited. */
export const useSaveDashboard = (espid: string) =>
  useChange(espid, async (edited: SaveDashboard) => api.put(`${path(espid)}/widgets`, edited, await schema()));

/** Makes the dashboard what it was before. */
export const useRestoreVersion = (espid: string) =>
  useChange(espid, async (version: number) =>
    api.post(`${path(espid)}/versions/${version}/restore`, {}, await schema()),
  );
