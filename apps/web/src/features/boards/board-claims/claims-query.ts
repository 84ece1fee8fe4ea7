import type { ClaimList } from '@cyno/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, hasFields } from '../../../lib/api/api-client.ts';

const schema = hasFields<ClaimList>('made', 'received');

/** Boards that this account claims, and boards of it that others claim; the live connection notifies when to fetch again. */
const claimsQuery = queryOptions({
  queryKey: ['claims'],
  queryFn: ({ signal }): Promise<ClaimList> => api.get('/api/claims', schema, { signal }),
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
  if (wanted.step === 'start') return api.post('/api/claims', { espid: wanted.espid }, schema);
  const path = `/api/claims/${wanted.id}`;
  return wanted.step === 'withdraw' ? api.delete(path, schema) : api.post(`${path}/${wanted.step}`, {}, schema);
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
