import type { BulkAction, BulkResponse, Device } from '@cyno/contract';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useBulkAction } from '../../device-groups/index.ts';

export type Bulk = ReturnType<typeof useBulk>;

/** "1 device", "12 devices". */
export const countText = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`;

/** Does the same with the chosen devices, reports that it is done, and keeps what could not be done with which. */
export function useBulk(chosen: readonly Device[]) {
  const toasts = useToasts();
  const [failed, setFailed] = useState<BulkResponse['failed']>([]);
  const call = useBulkAction();
  // The bar is gone by then, and what `mutate` would call with it.
  const undo = (espids: readonly string[]) =>
    call.mutateAsync({ devices: espids, action: { kind: 'restore' } }).then(
      ({ done, failed: left }) => {
        const detail = left.map(({ error }) => error).join(' ') || undefined;
        toasts.add({ kind: 'success', title: `${countText(done.length)} brought back`, detail });
      },
      (error: Error) => toasts.add({ kind: 'error', title: 'They did not come back', detail: failureText(error) }),
    );
  return {
    failed,
    forget: () => setFailed([]),
    isPending: call.isPending,
    error: call.error,
    /** `what` ends the sentence "12 devices …". */
    run(action: BulkAction, what: string, onDone?: () => void) {
      const request = { devices: chosen.map(({ espid }) => espid), action };
      call.mutate(request, {
        onSuccess: ({ done, failed: left }) => {
          setFailed(left);
          onDone?.();
          if (done.length === 0) return;
          const title = `${countText(done.length)} ${what}`;
          if (action.kind !== 'delete') toasts.add({ kind: 'success', title });
          else
            toasts.add({
              kind: 'info',
              title,
              detail: 'Their data is kept for seven days.',
              action: { label: 'Undo', onPress: () => void undo(done) },
              durationMs: null,
            });
        },
        onError: (error) => toasts.add({ kind: 'error', title: 'Nothing was changed', detail: failureText(error) }),
      });
    },
  };
}
