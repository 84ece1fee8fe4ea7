import type { Device, SharedDevice } from '@cyno/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from './api-client.ts';
import { logged } from './logged.ts';

// The schemas come with zod, which the log-in page must not load: they are fetched together with the first list.
const contract = () => import('@cyno/contract');

/** The account's own devices in their order, pending boards last; the live client keeps values and presence up to date. */
export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }): Promise<Device[]> =>
    logged(api.get('/api/device/', (await contract()).deviceList, { signal })),
  staleTime: 60_000,
});

/** Devices of other accounts that are shared with this one. */
const sharedDevicesQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: async ({ signal }): Promise<SharedDevice[]> =>
    logged(api.get('/api/device/shared', (await contract()).sharedDeviceList, { signal })),
  staleTime: 60_000,
});

export function useDevices() {
  return useQuery(devicesQuery);
}

export function useSharedDevices() {
  return useQuery(sharedDevicesQuery);
}

/** One own device from the list by its espid; undefined while loading or when there is none. */
export function useDevice(espid: string): Device | undefined {
  return useDevices().data?.find((device) => device.espid === espid);
}

export { devicePath } from './device-path.ts';
