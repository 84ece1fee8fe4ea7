import type { ClaimList } from '@cyno/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** Boards that this account claims, and boards of it that others claim; the live connection notifies when to fetch again. */
const claimsQuery = queryOptions({
  queryKey: queryKeys.claims(),
  queryFn: ({ signal }): Promise<ClaimList> => call('GET /api/claims', { signal }),
  staleTime: 60_000,
});

export function useClaims() {
  return useQuery(claimsQuery);
}

/** What can be done about a claim. */
export type ClaimStep =
  | { readonly step: 'start'; readonly espid: string }
  | { readonly step: 'withdraw' | 'accept' | 'object'; readonly id: number };

function send(wanted: ClaimStep): Promise<ClaimList> {
  if (wanted.step === 'start') return call('POST /api/claims', { body: { espid: wanted.espid } });
  const params = { id: wanted.id };
  return wanted.step === 'withdraw'
    ? call('DELETE /api/claims/:id', { params })
    : call(`POST /api/claims/:id/${wanted.step}`, { params });
}

/** Takes a step of a claim, and shows the server's response. */
export function useClaimStep() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (claims) => client.setQueryData(claimsQuery.queryKey, claims),
    // It may have been decided meanwhile.
    onError: () => client.invalidateQueries(claimsQuery),
  });
}
