import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';

const runningMs = 1_000;
const restingMs = 60_000;

/** A scene that a dashboard has a button for. The live connection notifies its owner of changes; others fetch it again. */
export const dashboardSceneQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.dashboardScene(id),
    queryFn: ({ signal }) => call('GET /api/dashboard-scenes/:id', { params: { id }, signal }),
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => (data?.lastRun?.outcome === 'running' ? runningMs : restingMs),
  });

/** Runs a scene from a dashboard. */
export function useRunDashboardScene(id: number) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { queryKey } = dashboardSceneQuery(id);
  return useMutation({
    mutationFn: () => call('POST /api/dashboard-scenes/:id/run', { params: { id } }),
    onSuccess(run) {
      client.setQueryData(queryKey, (known) => known && { ...known, lastRun: run });
      return client.invalidateQueries({ queryKey });
    },
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`Scene did not run`, detail: failureText(error), key: 'scene' }),
  });
}
