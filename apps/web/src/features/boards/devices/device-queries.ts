import type { Device, SharedDevice } from '@cyno/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { logged } from '../../../lib/api/logged.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { currentLanguage } from '../../../lib/language/language.ts';
import type { SeenDevice } from './device-rights.ts';
import { type FirstDevices, listDevices, listFirstDevices } from './list-devices.ts';
import { inLanguage } from './readings/variable-label.ts';

/** Many places read the list; what is made of it is made once. */
let inLanguageOf = { language: currentLanguage(), lists: new WeakMap<object, readonly unknown[]>() };

function allInLanguage<Known extends Device>(devices: Known[]): Known[] {
  const language = currentLanguage();
  if (inLanguageOf.language !== language) inLanguageOf = { language, lists: new WeakMap() };
  const made = inLanguageOf.lists.get(devices) ?? devices.map(inLanguage);
  inLanguageOf.lists.set(devices, made);
  return made as Known[];
}

/** The account's own devices in their order, pending boards last; the live client keeps values and presence up to date. */
export const devicesQuery = queryOptions({
  queryKey: queryKeys.devices(),
  queryFn: ({ signal, client }): Promise<Device[]> => {
    const before = () =>
      client.getQueryData<Device[]>(queryKeys.devices()) ??
      client.getQueryData<FirstDevices>(queryKeys.firstDevices())?.devices;
    return logged(listDevices(signal, before));
  },
  select: allInLanguage,
  // Fetching and live values both leave a device that is as it was the same object.
  structuralSharing: false,
  staleTime: 60_000,
});

/** About what a screen holds: a short list is drawn whole, and each card takes its time. */
const firstCount = 30;

/** The first of the account's devices, for a page that shows the beginning of the list until all have come. */
export const firstDevicesQuery = queryOptions({
  queryKey: queryKeys.firstDevices(),
  queryFn: ({ signal }) => listFirstDevices(signal, firstCount),
  select: (first: FirstDevices): FirstDevices => ({ ...first, devices: allInLanguage([...first.devices]) }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 10_000,
  retry: false,
});

/** Longer than this no browser waits with one timer. */
const longestWaitMs = 86_400_000;

/** How long until the first of these is over, ms; false: none ends by itself. */
export function nextEndMs(devices: readonly SharedDevice[], now: number): number | false {
  const first = Math.min(...devices.map(({ expiresAt }) => expiresAt ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(first) ? Math.min(longestWaitMs, Math.max(1_000, first - now)) : false;
}

/** Devices of other accounts that are shared with this one; requested again when one of them comes to its end. */
export const sharedDevicesQuery = queryOptions({
  queryKey: queryKeys.sharedDevices(),
  queryFn: ({ signal }): Promise<SharedDevice[]> => logged(call('GET /api/device/shared', { signal })),
  select: allInLanguage,
  staleTime: 60_000,
  refetchInterval: ({ state }) => nextEndMs(state.data ?? [], Date.now()),
});

export function useDevices() {
  return useQuery(devicesQuery);
}

/** The first devices while all of them are on their way; undefined before and after. */
export function useFirstDevices(): FirstDevices | undefined {
  const isWaiting = useDevices().isPending;
  const { data } = useQuery({ ...firstDevicesQuery, enabled: isWaiting });
  return isWaiting ? data : undefined;
}

export function useSharedDevices() {
  return useQuery(sharedDevicesQuery);
}

/** One device from the lists, own or shared, by its espid; undefined while loading or when there is none. */
export function useDevice(espid: string): SeenDevice | undefined {
  const own = useDevices().data?.find((device) => device.espid === espid);
  const shared = useSharedDevices().data?.find((device) => device.espid === espid);
  return own ?? shared;
}

/** All that this account may see: its own devices and, after them, those that are shared with it. */
export function useSeenDevices(): readonly SeenDevice[] {
  const own = useDevices().data;
  const shared = useSharedDevices().data;
  return useMemo(() => [...(own ?? []), ...(shared ?? [])], [own, shared]);
}
