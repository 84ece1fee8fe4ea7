import type { Dashboard, DashboardVersion, DeviceDashboard } from '@cyno/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';
import { accountDashboardQuery, accountDashboardsKey } from './account-dashboard-query.ts';
import type { DashboardSource } from './dashboard-source.ts';
import type { Draft } from './editor/edit-history.ts';
import { toDashboardFollows } from './follow.ts';

const devicePath = (espid: string) => `/api/device/${encodeURIComponent(espid)}/dashboard`;
const pathOf = (source: DashboardSource) =>
  source.kind === 'device' ? devicePath(source.espid) : `/api/dashboards/${source.id}`;
const keyOf = (source: DashboardSource) =>
  source.kind === 'device' ? ['dashboards', source.espid] : [accountDashboardsKey, source.id];
const schemas = () => import('@cyno/contract');

/** A device's dashboard, and the ready-made ones to choose from; the live connection notifies when to fetch again. */
export const dashboardQuery = (espid: string) =>
  queryOptions({
    queryKey: ['dashboards', espid],
    queryFn: async ({ signal }): Promise<DeviceDashboard> =>
      api.get(devicePath(espid), (await schemas()).deviceDashboard, { signal }),
    staleTime: 30_000,
  });

/** The present dashboard and those before it, newest first. */
export const dashboardVersionsQuery = (source: DashboardSource) =>
  queryOptions({
    queryKey: [...keyOf(source), 'versions'],
    queryFn: async ({ signal }): Promise<DashboardVersion[]> => {
      const { dashboardVersions } = await schemas();
      return (await api.get(`${pathOf(source)}/versions`, dashboardVersions, { signal })).versions;
    },
  });

/** Which version the server has now; null: the device has no dashboard. */
export async function fetchVersion(client: QueryClient, source: DashboardSource): Promise<number | null> {
  if (source.kind === 'account') {
    return (await client.fetchQuery({ ...accountDashboardQuery(source.id), staleTime: 0 })).version;
  }
  const { dashboard } = await client.fetchQuery({ ...dashboardQuery(source.espid), staleTime: 0 });
  return dashboard?.version ?? null;
}

/** Fetches again what the server has. */
export const refetchDashboard = (client: QueryClient, source: DashboardSource) =>
  client.invalidateQueries({ queryKey: keyOf(source) });

type Call = 'put' | 'post';

/** Sends a change and notes the dashboard in the response. */
async function send(client: QueryClient, source: DashboardSource, [call, path, body]: [Call, string, object]) {
  if (source.kind === 'device') {
    const state = await api[call](path, body, (await schemas()).deviceDashboard);
    client.setQueryData(dashboardQuery(source.espid).queryKey, state);
    return state.dashboard;
  }
  const dashboard = await api[call](path, body, (await schemas()).accountDashboard);
  client.setQueryData(accountDashboardQuery(source.id).queryKey, dashboard);
  return dashboard;
}

function useChange<Input>(source: DashboardSource, toCall: (input: Input) => [Call, string, object]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input): Promise<Dashboard | null> => send(client, source, toCall(input)),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: dashboardVersionsQuery(source).queryKey });
      if (source.kind === 'account') await client.invalidateQueries({ queryKey: [accountDashboardsKey, 'list'] });
    },
  });
}

/** Takes a ready-made dashboard in the place of what a device has. */
export const useTakeTemplate = (espid: string) =>
  useChange({ kind: 'device', espid }, (template: string) => ['put', devicePath(espid), { template }]);

/** Saves an edited dashboard; an `ApiError` of status 409: there is a newer one than the one that was edited. */
export const useSaveDashboard = (source: DashboardSource) =>
  useChange(source, ({ name, widgets, espids, follows, basedOn }: Draft & { basedOn: number | null }) =>
    source.kind === 'device'
      ? ['put', `${pathOf(source)}/widgets`, { name, widgets, basedOn }]
      : ['put', pathOf(source), { name, widgets, espids, follows: toDashboardFollows(follows), basedOn }],
  );

/** Makes the dashboard what it was before. */
export const useRestoreVersion = (source: DashboardSource) =>
  useChange(source, (version: number) => ['post', `${pathOf(source)}/versions/${version}/restore`, {}]);
