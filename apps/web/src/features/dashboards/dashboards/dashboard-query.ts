import type { AccountDashboard, Dashboard, DeviceDashboard } from '@cyno/contract';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { accountDashboardQuery } from './account-dashboard-query.ts';
import type { DashboardRef } from './dashboard-ref.ts';
import type { Draft } from './editor/edit-history.ts';
import { toDashboardFollows } from './follow.ts';

const keyOf = (reference: DashboardRef) =>
  reference.kind === 'device' ? queryKeys.dashboard(reference.espid) : queryKeys.accountDashboard(reference.id);

/** A device's dashboard, and the ready-made ones to choose from; the live connection notifies when to fetch again. */
export const dashboardQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.dashboard(espid),
    queryFn: ({ signal }) => call('GET /api/device/:espid/dashboard', { params: { espid }, signal }),
    staleTime: 30_000,
  });

/** The present dashboard and those before it, newest first. */
export const dashboardVersionsQuery = (reference: DashboardRef) =>
  queryOptions({
    queryKey: queryKeys.versions(keyOf(reference)),
    queryFn: async ({ signal }) => {
      const { versions } =
        reference.kind === 'device'
          ? await call('GET /api/device/:espid/dashboard/versions', { params: { espid: reference.espid }, signal })
          : await call('GET /api/dashboards/:id/versions', { params: { id: reference.id }, signal });
      return versions;
    },
  });

/** The dashboard that the server has now; null: the device has none. */
export async function fetchDashboard(client: QueryClient, reference: DashboardRef): Promise<Dashboard | null> {
  // Without a network it fails, so that nothing is saved when that is back.
  const atOnce = { staleTime: 0, networkMode: 'always', retry: false } as const;
  if (reference.kind === 'account') return client.fetchQuery({ ...accountDashboardQuery(reference.id), ...atOnce });
  return (await client.fetchQuery({ ...dashboardQuery(reference.espid), ...atOnce })).dashboard;
}

/** Fetches again what the server has. */
export const refetchDashboard = (client: QueryClient, reference: DashboardRef) =>
  client.invalidateQueries({ queryKey: keyOf(reference) });

/** Sends a change and notes the dashboard in the response. */
function useChange<Input>(
  reference: DashboardRef,
  send: (input: Input) => Promise<DeviceDashboard | AccountDashboard>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<Dashboard | null> => {
      const response = await send(input);
      client.setQueryData(keyOf(reference), response);
      return 'dashboard' in response ? response.dashboard : response;
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: dashboardVersionsQuery(reference).queryKey });
      if (reference.kind === 'account') await client.invalidateQueries({ queryKey: queryKeys.accountDashboardList() });
    },
  });
}

/** Takes a ready-made dashboard in the place of what a device has. */
export const useTakeTemplate = (espid: string) =>
  useChange({ kind: 'device', espid }, (template: string) =>
    call('PUT /api/device/:espid/dashboard', { params: { espid }, body: { template } }),
  );

/** Saves an edited dashboard; an `ApiError` of status 409: there is a newer one than the one that was edited. */
export const useSaveDashboard = (reference: DashboardRef) =>
  useChange(reference, ({ name, widgets, espids, follows, basedOn }: Draft & { basedOn: number | null }) => {
    if (reference.kind === 'device') {
      const body = { name, widgets, basedOn };
      return call('PUT /api/device/:espid/dashboard/widgets', { params: { espid: reference.espid }, body });
    }
    // Only a device can be without a dashboard that the edited one is based on.
    const body = { name, widgets, espids, follows: toDashboardFollows(follows), basedOn: basedOn ?? 0 };
    return call('PUT /api/dashboards/:id', { params: { id: reference.id }, body });
  });

/** Makes the dashboard what it was before. */
export const useRestoreVersion = (reference: DashboardRef) =>
  useChange(reference, (version: number) =>
    reference.kind === 'device'
      ? call('POST /api/device/:espid/dashboard/versions/:version/restore', {
          params: { espid: reference.espid, version },
        })
      : call('POST /api/dashboards/:id/versions/:version/restore', { params: { id: reference.id, version } }),
  );
