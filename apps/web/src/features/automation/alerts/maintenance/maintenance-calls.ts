import type { MaintenanceRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';

/** Begins or plans a maintenance; what became of it is shown in a toast. */
export function useBeginMaintenance() {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (body: MaintenanceRequest) => call('POST /api/maintenance', { body }),
    onSuccess(list, { from }) {
      client.setQueryData(queryKeys.maintenance(), list);
      toasts.add({ kind: 'success', title: from === null ? t`Maintenance started` : t`Maintenance planned` });
    },
    onError(error, { from }) {
      const title = from === null ? t`Maintenance not started` : t`Maintenance not planned`;
      toasts.add({ kind: 'error', title, detail: failureText(error), key: 'maintenance' });
    },
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
