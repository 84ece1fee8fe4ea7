import type {
  DeviceOffer,
  DeviceShares,
  DeviceVisits,
  SharePatch,
  ShareRequest,
  TransferRequest,
} from '@cyno/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, noAnswer } from '../../lib/api-client.ts';
import { withProof } from '../../lib/proof.ts';

const pathOf = (espid: string) => `/api/device/${encodeURIComponent(espid)}`;
const contract = () => import('@cyno/contract');

/** With whom an own device is shared; the live connection says when to ask again. */
export const sharesQuery = (espid: string) =>
  queryOptions({
    queryKey: ['sharing', espid, 'people'],
    queryFn: async ({ signal }): Promise<DeviceShares> =>
      api.get(`${pathOf(espid)}/shares`, (await contract()).deviceShares, { signal }),
    staleTime: 30_000,
  });

/** Who looked at an own device, newest first; nobody says when that changes. */
export const visitsQuery = (espid: string) =>
  queryOptions({
    queryKey: ['sharing', espid, 'visits'],
    queryFn: async ({ signal }): Promise<DeviceVisits['visits']> =>
      (await api.get(`${pathOf(espid)}/visits`, (await contract()).deviceVisits, { signal })).visits,
    refetchInterval: 60_000,
  });

/** What others offer to this account. */
export const offersQuery = queryOptions({
  queryKey: ['offers'],
  queryFn: async ({ signal }): Promise<DeviceOffer[]> =>
    (await api.get('/api/offers', (await contract()).deviceOffers, { signal })).offers,
  staleTime: 60_000,
});

export const invite = (espid: string, wanted: ShareRequest) => api.post(`${pathOf(espid)}/shares`, wanted, noAnswer);

export const changeShare = (espid: string, id: number, patch: SharePatch) =>
  api.patch(`${pathOf(espid)}/shares/${id}`, patch, noAnswer);

export const endShare = (espid: string, id: number) => api.delete(`${pathOf(espid)}/shares/${id}`, noAnswer);

/** Asks another account to take the device over; undefined when the caller gave up proving to be there. */
export const startTransfer = (wanted: TransferRequest) =>
  withProof(async () => {
    await api.post(`${pathOf(wanted.espid)}/transfer`, wanted, noAnswer);
    return wanted;
  });

export const stopTransfer = (espid: string) => api.delete(`${pathOf(espid)}/transfer`, noAnswer);

export const answerOffer = (id: number, answer: 'accept' | 'decline') =>
  api.post(`/api/offers/${id}/${answer}`, {}, noAnswer);

export const leaveDevice = (espid: string) => api.post(`${pathOf(espid)}/leave`, {}, noAnswer);

/** Asks again for everything that a change of sharing may have changed. */
export const fetchSharing = (client: QueryClient) =>
  Promise.all(['sharing', 'offers', 'devices', 'shared'].map((part) => client.invalidateQueries({ queryKey: [part] })));
