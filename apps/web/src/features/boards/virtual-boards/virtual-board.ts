import type { VirtualBoard } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { devicesQuery } from '../devices/index.ts';

/** Starts the account's virtual board, or gives it another hour. */
export function useStartVirtualBoard(onStarted?: (board: VirtualBoard) => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => call('POST /api/virtual-board'),
    onSuccess: (board) => {
      // Not a callback of `mutate`: the board may join the list, and the button leave the page, before the response
      // comes.
      onStarted?.(board);
      return client.invalidateQueries(devicesQuery);
    },
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`Could not start the virtual board`, detail: failureText(error) }),
  });
}
