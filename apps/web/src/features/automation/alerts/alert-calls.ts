import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';

/** Acknowledges alerts; a refusal is shown in a toast. */
export function useAcknowledge() {
  const after = useAfterwards('The alerts were not acknowledged');
  return useMutation({
    mutationFn: (ids: number[]) => call('POST /api/alerts/acknowledge', { body: { ids } }),
    ...after,
  });
}

type Mute = { ids: number[]; minutes: number };

/** Mutes alerts for some minutes, 0: people are notified again; a refusal is shown in a toast. */
export function useMuteAlerts() {
  const after = useAfterwards('The alerts were not muted');
  return useMutation({
    mutationFn: (body: Mute) => call('POST /api/alerts/mute', { body }),
    ...after,
  });
}

function useAfterwards(failure: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return {
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.alerts() }),
    onError: (error: Error) => toasts.add({ kind: 'error', title: failure, detail: failureText(error), key: 'alerts' }),
  };
}
