import type { GuestPass, NewPass, PassCreated, PassList, PassUse, PublicPass } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, hasFields, noContent } from '../../../lib/api/api-client.ts';
import { publicCall } from '../../../lib/api/public-call.ts';

const passesPath = (espid: string) => `/api/device/${encodeURIComponent(espid)}/passes`;

/** The guest passes of a device; guests use them at any time, so they are read again while they are shown. */
export const passesQuery = (espid: string) =>
  queryOptions({
    queryKey: ['passes', espid],
    queryFn: async ({ signal }): Promise<GuestPass[]> =>
      (await api.get(passesPath(espid), hasFields<PassList>('passes'), { signal })).passes,
    refetchInterval: 10_000,
  });

export const createPass = (espid: string, request: NewPass) =>
  api.post(passesPath(espid), request, hasFields<PassCreated>('pass', 'token'));
export const revokePass = (espid: string, id: number) => api.delete(`${passesPath(espid)}/${id}`, noContent);

/** Where a guest opens a pass. */
export const passAddress = (token: string) => `${location.origin}/pass/${token}`;

const headersOf = (token: string) => ({ 'x-cyno-pass': token });
const use = hasFields<PassUse>('key', 'label', 'state', 'usesLeft');

/** What a pass allows now; read again while the page is open, because others may use it too. */
export const publicPassQuery = (token: string) =>
  queryOptions({
    queryKey: ['public-pass', token],
    queryFn: ({ signal }): Promise<PublicPass> =>
      publicCall('/api/public/pass', hasFields<PublicPass>('state', 'now', 'pass'), {
        headers: headersOf(token),
        signal,
      }),
    refetchInterval: 5_000,
    retry: false,
  });

export const startUse = (token: string, body: { value: string; key: string }) =>
  publicCall('/api/public/pass/uses', use, { headers: headersOf(token), method: 'POST', body });
export const fetchUse = (token: string, key: string) =>
  publicCall(`/api/public/pass/uses/${key}`, use, { headers: headersOf(token) });
