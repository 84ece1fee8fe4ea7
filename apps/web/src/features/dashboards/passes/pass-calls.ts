import type { NewPass } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { fullAddress } from '../../../lib/router/base-path.ts';

/** The guest passes of a device; guests use them at any time, so they are read again while they are shown. */
export const passesQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.passes(espid),
    queryFn: async ({ signal }) => (await call('GET /api/device/:espid/passes', { params: { espid }, signal })).passes,
    refetchInterval: 10_000,
    // The tab requests first, and its card a moment later.
    staleTime: 2_000,
  });

export const createPass = (espid: string, body: NewPass) =>
  call('POST /api/device/:espid/passes', { params: { espid }, body });
export const revokePass = (espid: string, id: number) =>
  call('DELETE /api/device/:espid/passes/:id', { params: { espid, id } });

/** Where a guest opens a pass. */
export const passAddress = (token: string) => fullAddress(`/pass/${token}`);

const headersOf = (token: string) => ({ 'x-cyno-pass': token });

/** What a pass allows now; read again while the page is open, because others may use it too. */
export const publicPassQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.publicPass(token),
    queryFn: ({ signal }) => call('GET /api/public/pass', { headers: headersOf(token), signal }),
    // A pass that there is not does not come back.
    refetchInterval: ({ state: { error } }) => !(error instanceof ApiError && error.code === 'not_found') && 5_000,
    retry: false,
  });

export const startUse = (token: string, body: { value: string; key: string }) =>
  call('POST /api/public/pass/uses', { headers: headersOf(token), body });
export const fetchUse = (token: string, key: string) =>
  call('GET /api/public/pass/uses/:key', { headers: headersOf(token), params: { key } });
