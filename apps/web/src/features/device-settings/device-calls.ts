import type { Device, DeviceLocation } from '@cyno/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api, noAnswer } from '../../lib/api-client.ts';
import { devicesQuery } from '../../lib/device-queries.ts';

const pathOf = (espid: string) => `/api/device/${encodeURIComponent(espid)}`;

export async function renameDevice(espid: string, name: string): Promise<Device> {
  return api.patch(pathOf(espid), { name }, (await import('@cyno/contract')).device);
}

/** Keeps where a device stands; null: it is forgotten. */
export async function placeDevice(espid: string, location: DeviceLocation | null): Promise<Device> {
  return api.patch(pathOf(espid), { location }, (await import('@cyno/contract')).device);
}

/** Deletes a device; for seven days it can be taken back. */
export async function deleteDevice(client: QueryClient, espid: string): Promise<void> {
  await api.delete(pathOf(espid), noAnswer);
  client.setQueryData(devicesQuery.queryKey, (devices) => devices?.filter((device) => device.espid !== espid));
}

/** Takes a deletion back, with everything that the device had. */
export async function restoreDevice(client: QueryClient, espid: string): Promise<void> {
  await api.post(`${pathOf(espid)}/restore`, {}, noAnswer);
  await client.invalidateQueries(devicesQuery);
}
