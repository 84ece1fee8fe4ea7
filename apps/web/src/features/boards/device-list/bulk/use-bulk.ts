import type { BulkAction, BulkResponse, Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useBulkAction } from '../../device-groups/index.ts';

export type Bulk = ReturnType<typeof useBulk>;

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
        const title = plural({ count: done.length }, { one: '# device restored', other: '# devices restored' });
        toasts.add({ kind: 'success', title, detail });
      },
      (error: Error) =>
        toasts.add({ kind: 'error', title: t`Could not restore the devices`, detail: failureText(error) }),
    );
  return {
    failed,
    forget: () => setFailed([]),
    isPending: call.isPending,
    error: call.error,
    /** `doneText` reports how many devices it is done with. */
    run(action: BulkAction, doneText: (count: number) => string, onDone?: () => void) {
      const request = { devices: chosen.map(({ espid }) => espid), action };
      call.mutate(request, {
        onSuccess: ({ done, failed: left }) => {
          setFailed(left);
          onDone?.();
          if (done.length === 0) return;
          const title = doneText(done.length);
          if (action.kind !== 'delete') toasts.add({ kind: 'success', title });
          else
            toasts.add({
              kind: 'info',
              title,
              detail: t`Their data is stored for seven more days.`,
              action: { label: t`Undo`, onPress: () => void undo(done) },
              durationMs: null,
            });
        },
        onError: (error) =>
          toasts.add({ kind: 'error', title: t`Could not change the devices`, detail: failureText(error) }),
      });
    },
  };
}
