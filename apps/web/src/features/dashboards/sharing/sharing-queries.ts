import type { SharePatch, ShareRequest, TransferRequest } from '@cyno/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { withProof } from '../../../lib/api/proof.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** What can be shared with people. */
export type SharedThing =
  | { kind: 'device'; espid: string; name: string }
  | { kind: 'dashboard'; id: number; name: string };

/** With whom something of this account is shared; the live connection notifies when to fetch again. */
export const sharesQuery = (thing: SharedThing) =>
  queryOptions({
    queryKey: queryKeys.shares(thing.kind, thing.kind === 'device' ? thing.espid : thing.id),
    queryFn: ({ signal }) =>
      thing.kind === 'device'
        ? call('GET /api/device/:espid/shares', { params: { espid: thing.espid }, signal })
        : call('GET /api/dashboards/:id/shares', { params: { id: thing.id }, signal }),
    staleTime: 30_000,
  });

/** Who viewed an own device, newest first; nothing notifies of changes. */
export const visitsQuery = (espid: string) =>
  queryOptions({
    queryKey: queryKeys.visits(espid),
    queryFn: async ({ signal }) => (await call('GET /api/device/:espid/visits', { params: { espid }, signal })).visits,
    refetchInterval: 60_000,
  });

/** What others offer to this account. */
export const offersQuery = queryOptions({
  queryKey: queryKeys.offers(),
  queryFn: ({ signal }) => call('GET /api/offers', { signal }),
  staleTime: 60_000,
});

export const invite = (thing: SharedThing, body: ShareRequest) =>
  thing.kind === 'device'
    ? call('POST /api/device/:espid/shares', { params: { espid: thing.espid }, body })
    : call('POST /api/dashboards/:id/shares', { params: { id: thing.id }, body });

export const changeShare = (thing: SharedThing, share: number, body: SharePatch) =>
  thing.kind === 'device'
    ? call('PATCH /api/device/:espid/shares/:id', { params: { espid: thing.espid, id: share }, body })
    : call('PATCH /api/dashboards/:id/shares/:share', { params: { id: thing.id, share }, body });

export const endShare = (thing: SharedThing, share: number) =>
  thing.kind === 'device'
    ? call('DELETE /api/device/:espid/shares/:id', { params: { espid: thing.espid, id: share } })
    : call('DELETE /api/dashboards/:id/shares/:share', { params: { id: thing.id, share } });

/** Offers another account to take the device over; undefined when the caller gave up proving to be there. */
export const startTransfer = (wanted: TransferRequest) =>
  withProof(async () => {
    await call('POST /api/device/:espid/transfer', { params: { espid: wanted.espid }, body: wanted });
    return wanted;
  });

export const stopTransfer = (espid: string) => call('DELETE /api/device/:espid/transfer', { params: { espid } });

export const decideOffer = (id: number, decision: 'accept' | 'decline') =>
  call(`POST /api/offers/:id/${decision}`, { params: { id } });

/** Gives up what somebody else shares with this account. */
export const leaveThing = (thing: SharedThing) =>
  thing.kind === 'device'
    ? call('POST /api/device/:espid/leave', { params: { espid: thing.espid } })
    : call('POST /api/dashboards/:id/leave', { params: { id: thing.id } });

/** Fetches everything that a change of sharing may have changed. */
export const fetchSharing = (client: QueryClient) =>
  Promise.all(
    [
      queryKeys.sharing(),
      queryKeys.offers(),
      queryKeys.devices(),
      queryKeys.sharedDevices(),
      queryKeys.accountDashboards(),
    ].map((queryKey) => client.invalidateQueries({ queryKey })),
  );
