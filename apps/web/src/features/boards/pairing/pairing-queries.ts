import type { PairingState } from '@cyno/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { i18n } from '../../../lib/language/i18n.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { devicesQuery } from '../devices/index.ts';

const refusedRefetchMs = 5_000;

/** Who may join the account; the live client replaces it when it changes. */
export const pairingQuery = queryOptions({
  queryKey: queryKeys.pairing(),
  queryFn: ({ signal }): Promise<PairingState> => call('GET /api/pairing', { signal }),
  staleTime: 60_000,
  // What refuses boards ends in many ways, also by time alone.
  refetchInterval: ({ state }) =>
    state.data?.pending.some(({ problem }) => problem !== null) ? refusedRefetchMs : false,
});

export function usePairing() {
  return useQuery(pairingQuery);
}

/** What can be done with a board that requests to join; `unblock` lets a blocked one request again. */
export type Verdict = 'accept' | 'reject' | 'block' | 'unblock';

const failures: Record<Verdict, MessageDescriptor> = {
  accept: msg`Could not accept the board`,
  reject: msg`Could not reject the board`,
  block: msg`Could not block the board`,
  unblock: msg`Could not unblock the board`,
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
        title: t`${espid} blocked`,
        detail: t`It can no longer connect.`,
        action: { label: t`Undo`, onPress: () => decision.mutate({ espid, verdict: 'unblock' }) },
      });
    },
    onError: (error, { verdict }) =>
      toasts.add({ kind: 'error', title: i18n._(failures[verdict]), detail: failureText(error) }),
  });
  return decision;
}
