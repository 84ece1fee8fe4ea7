import type { PairingState } from '@cyno/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { devicesQuery } from '../devices/index.ts';

/** Who may join the account; the live client replaces it when it changes. */
export const pairingQuery = queryOptions({
  queryKey: ['pairing'],
  queryFn: ({ signal }): Promise<PairingState> => call('GET /api/pairing', { signal }),
  staleTime: 60_000,
});

export function usePairing() {
  return useQuery(pairingQuery);
}

/** What can be done with a board that requests to join; `unblock` lets a blocked one request again. */
export type Verdict = 'accept' | 'reject' | 'block' | 'unblock';

const failures: Record<Verdict, string> = {
  accept: 'The board was not accepted',
  reject: 'The board was not rejected',
  block: 'The board was not blocked',
  unblock: 'The board is still blocked',
};

/** Decides about a board and fetches again what follows from it; a failure and what can be undone is shown in a toast. */
export function useVerdict() {
  const client = useQueryClient();
  const toasts = useToasts();
  const decision = useMutation({
    mutationFn: ({ espid, verdict }: { espid: string; verdict: Verdict }) =>
      call(`POST /api/pairing/:espid/${verdict}`, { params: { espid } }),
    onSettled: () => Promise.all([client.invalidateQueries(pairingQuery), client.invalidateQueries(devicesQuery)]),
    onSuccess: (_, { espid, verdict }) => {
      if (verdict !== 'block') return;
      toasts.add({
        kind: 'info',
        title: `${espid} is blocked`,
        detail: 'It is refused from now on.',
        action: { label: 'Undo', onPress: () => decision.mutate({ espid, verdict: 'unblock' }) },
      });
    },
    onError: (error, { verdict }) => toasts.add({ kind: 'error', title: failures[verdict], detail: error.message }),
  });
  return decision;
}
