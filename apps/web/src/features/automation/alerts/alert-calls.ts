import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';

/** So many the server takes in one request. */
const maxIds = 500;

async function inParts(ids: readonly number[], change: (part: number[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += maxIds) await change(ids.slice(start, start + maxIds));
}

/** Acknowledges alerts; a refusal is shown in a toast. */
export function useAcknowledge() {
  const after = useAfterwards(t`Alerts not acknowledged`);
  return useMutation({
    mutationFn: (ids: readonly number[]) =>
      inParts(ids, (part) => call('POST /api/alerts/acknowledge', { body: { ids: part } })),
    ...after,
  });
}

type Snooze = { ids: readonly number[]; minutes: number };

/** Snoozes alerts for some minutes, 0: people are notified again; a refusal is shown in a toast. */
export function useSnoozeAlerts() {
  const after = useAfterwards(t`Alerts not snoozed`);
  return useMutation({
    mutationFn: ({ ids, minutes }: Snooze) =>
      inParts(ids, (part) => call('POST /api/alerts/mute', { body: { ids: part, minutes } })),
    ...after,
  });
}

function useAfterwards(failure: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return {
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.alerts() }),
    onError: (error: Error) => toasts.add({ kind: 'error', title: failure, detail: failureText(error), key: 'alerts' }),
  };
}
