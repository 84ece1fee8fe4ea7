import type { BulkAction, BulkResponse, Device } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { useBulkAction } from '../../device-groups/index.ts';

export type Bulk = ReturnType<typeof useBulk>;

/** Does the same with the chosen devices, reports that it is done, and keeps what could not be done with which. */
export function useBulk(chosen: readonly Device[]) {
  const toasts = useToasts();
  const [failed, setFailed] = useState<BulkResponse['failed']>([]);
  const call = useBulkAction();
  const isOpenRef = useRef(false);
  useEffect(() => {
    isOpenRef.current = true;
    return () => {
      isOpenRef.current = false;
    };
  }, []);
  const showFailed = (left: BulkResponse['failed']) => {
    if (isOpenRef.current) return setFailed(left);
    if (left.length === 0) return;
    const title = plural({ count: left.length }, { one: '# device not changed', other: '# devices not changed' });
    const names = new Map(chosen.map(({ espid, name }) => [espid, name]));
    const detail = left.map(({ espid, error }) => `${names.get(espid) ?? espid}: ${error}`).join(' ');
    toasts.add({ kind: 'error', title, detail, durationMs: null });
  };
  // The bar may be gone when a response comes, and what `mutate` would call with it.
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
    showFailed,
    forget: () => setFailed([]),
    isPending: call.isPending,
    error: call.error,
    /** `doneText` reports how many devices it is done with; `onDone` gets how many it is not done with. */
    run(action: BulkAction, doneText: (count: number) => string, onDone?: (failedCount: number) => void) {
      const request = { devices: chosen.map(({ espid }) => espid), action };
      void call.mutateAsync(request).then(
        ({ done, failed: left }) => {
          showFailed(left);
          onDone?.(left.length);
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
        (error: Error) =>
          toasts.add({ kind: 'error', title: t`Could not change the devices`, detail: failureText(error) }),
      );
    },
  };
}
