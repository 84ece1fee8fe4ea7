import type {
  DeviceOffers,
  DeviceShares,
  DeviceVisits,
  SharePatch,
  ShareRequest,
  TransferRequest,
} from '@cyno/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, noContent } from '../../../lib/api/api-client.ts';
import { withProof } from '../../../lib/api/proof.ts';

/** What can be shared with people. */
export type SharedThing =
  | { kind: 'device'; espid: string; name: string }
  | { kind: 'dashboard'; id: number; name: string };

const deviceApi = (espid: string) => `/api/device/${encodeURIComponent(espid)}`;
const sharesPath = (thing: SharedThing) =>
  thing.kind === 'device' ? `${deviceApi(thing.espid)}/shares` : `/api/dashboards/${thing.id}/shares`;
const contract = () => import('@cyno/contract');

/** With whom something of this account is shared; the live connection notifies when to fetch again. */
export const sharesQuery = (thing: SharedThing) =>
  queryOptions({
    queryKey: ['sharing', sharesPath(thing)],
    queryFn: async ({ signal }): Promise<DeviceShares> =>
      api.get(sharesPath(thing), (await contract()).deviceShares, { signal }),
    staleTime: 30_000,
  });

/** Who viewed an own device, newest first; nothing notifies of changes. */
export const visitsQuery = (espid: string) =>
  queryOptions({
    queryKey: ['sharing', espid, 'visits'],
    queryFn: async ({ signal }): Promise<DeviceVisits['visits']> =>
      (await api.get(`${deviceApi(espid)}/visits`, (await contract()).deviceVisits, { signal })).visits,
    refetchInterval: 60_000,
  });

/** What others offer to this account. */
export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: async ({ signal }): Promise<DeviceOffers> =>
    api.get('/api/offers', (await contract()).deviceOffers, { signal }),
  staleTime: 60_000,
});

export const invite = (thing: SharedThing, wanted: ShareRequest) => api.post(sharesPath(thing), wanted, noContent);

export const changeShare = (thing: SharedThing, id: number, patch: SharePatch) =>
  api.patch(`${sharesPath(thing)}/${id}`, patch, noContent);

export const endShare = (thing: SharedThing, id: number) => api.delete(`${sharesPath(thing)}/${id}`, noContent);

/** Offers another account to take the device over; undefined when the caller gave up proving to be there. */
export const startTransfer = (wanted: TransferRequest) =>
  withProof(async () => {
    await api.post(`${deviceApi(wanted.espid)}/transfer`, wanted, noContent);
    return wanted;
  });

export const stopTransfer = (espid: string) => api.delete(`${deviceApi(espid)}/transfer`, noContent);

export const decideOffer = (id: number, decision: 'accept' | 'decline') =>
  api.post(`/api/offers/${id}/${decision}`, {}, noContent);

/** Gives up what somebody else shares with this account. */
export const leaveThing = (thing: SharedThing) =>
  api.post(sharesPath(thing).replace(/shares$/, 'leave'), {}, noContent);

/** Fetches everything that a change of sharing may have changed. */
export const fetchSharing = (client: QueryClient) =>
  Promise.all(
    ['sharing', 'offers', 'devices', 'shared', 'account-dashboards'].map((part) =>
      client.invalidateQueries({ queryKey: [part] }),
    ),
  );
