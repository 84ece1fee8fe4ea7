import type { AccountDashboard, Dashboard, DeviceDashboard } from '@cyno/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { accountDashboardQuery, accountDashboardsKey } from './account-dashboard-query.ts';
import type { DashboardSource } from './dashboard-source.ts';
import type { Draft } from './editor/edit-history.ts';
import { toDashboardFollows } from './follow.ts';

const keyOf = (source: DashboardSource) =>
  source.kind === 'device' ? ['dashboards', source.espid] : [accountDashboardsKey, source.id];

/** A device's dashboard, and the ready-made ones to choose from; the live connection notifies when to fetch again. */
export const dashboardQuery = (espid: string) =>
  queryOptions({
    queryKey: ['dashboards', espid],
    queryFn: ({ signal }) => call('GET /api/device/:espid/dashboard', { params: { espid }, signal }),
    staleTime: 30_000,
  });

/** The present dashboard and those before it, newest first. */
export const dashboardVersionsQuery = (source: DashboardSource) =>
  queryOptions({
    queryKey: [...keyOf(source), 'versions'],
    queryFn: async ({ signal }) => {
      const { versions } =
        source.kind === 'device'
          ? await call('GET /api/device/:espid/dashboard/versions', { params: { espid: source.espid }, signal })
          : await call('GET /api/dashboards/:id/versions', { params: { id: source.id }, signal });
      return versions;
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

/** Sends a change and notes the dashboard in the response. */
function useChange<Input>(
  source: DashboardSource,
  send: (input: Input) => Promise<DeviceDashboard | AccountDashboard>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<Dashboard | null> => {
      const response = await send(input);
      client.setQueryData(keyOf(source), response);
      return 'dashboard' in response ? response.dashboard : response;
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: dashboardVersionsQuery(source).queryKey });
      if (source.kind === 'account') await client.invalidateQueries({ queryKey: [accountDashboardsKey, 'list'] });
    },
  });
}

/** Takes a ready-made dashboard in the place of what a device has. */
export const useTakeTemplate = (espid: string) =>
  useChange({ kind: 'device', espid }, (template: string) =>
    call('PUT /api/device/:espid/dashboard', { params: { espid }, body: { template } }),
  );

/** Saves an edited dashboard; an `ApiError` of status 409: there is a newer one than the one that was edited. */
export const useSaveDashboard = (source: DashboardSource) =>
  useChange(source, ({ name, widgets, espids, follows, basedOn }: Draft & { basedOn: number | null }) => {
    if (source.kind === 'device') {
      const body = { name, widgets, basedOn };
      return call('PUT /api/device/:espid/dashboard/widgets', { params: { espid: source.espid }, body });
    }
    // Only a device can be without a dashboard that the edited one is based on.
    const body = { name, widgets, espids, follows: toDashboardFollows(follows), basedOn: basedOn ?? 0 };
    return call('PUT /api/dashboards/:id', { params: { id: source.id }, body });
  });

/** Makes the dashboard what it was before. */
export const useRestoreVersion = (source: DashboardSource) =>
  useChange(source, (version: number) =>
    source.kind === 'device'
      ? call('POST /api/device/:espid/dashboard/versions/:version/restore', {
          params: { espid: source.espid, version },
        })
      : call('POST /api/dashboards/:id/versions/:version/restore', { params: { id: source.id, version } }),
  );
