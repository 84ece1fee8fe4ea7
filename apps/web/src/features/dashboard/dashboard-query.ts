import type { DeviceDashboard } from '@cyno/contract';
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

/** Takes a ready-made dashboard in the place of what is there. */
export function useTakeTemplate(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (template: string): Promise<DeviceDashboard> =>
      api.put(path(espid), { template }, await schema()),
    onSuccess: (state) => client.setQueryData(dashboardQuery(espid).queryKey, state),
  });
}
