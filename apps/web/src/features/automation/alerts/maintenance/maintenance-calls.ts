import type { MaintenanceRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';

/** Begins or plans a maintenance. */
export function useBeginMaintenance() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MaintenanceRequest) => call('POST /api/maintenance', { body }),
    onSuccess: (list) => client.setQueryData(queryKeys.maintenance(), list),
  });
}

/** Ends a maintenance that runs, or deletes one for good; a refusal is shown in a toast. */
export function useEndMaintenance() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: ({ id, forGood }: { id: number; forGood: boolean }): Promise<unknown> =>
      forGood
        ? call('DELETE /api/maintenance/:id', { params: { id } })
        : call('POST /api/maintenance/:id/end', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.alerts() }),
    onError: (error: Error) =>
      toasts.add({
        kind: 'error',
        title: t`Maintenance not ended`,
        detail: failureText(error),
        key: 'maintenance',
      }),
  });
}
