import type { QueryClient } from '@tanstack/react-query';
import { api, noContent } from '../../../lib/api/api-client.ts';
import { devicesQuery } from '../devices/index.ts';

const pathOf = (espid: string) => `/api/device/${encodeURIComponent(espid)}`;

/** Deletes a device; for seven days it can be restored. */
export async function deleteDevice(client: QueryClient, espid: string): Promise<void> {
  await api.delete(pathOf(espid), noContent);
  client.setQueryData(devicesQuery.queryKey, (devices) => devices?.filter((device) => device.espid !== espid));
}

/** Takes a deletion back, with everything that the device had. */
export async function restoreDevice(client: QueryClient, espid: string): Promise<void> {
  await api.post(`${pathOf(espid)}/restore`, {}, noContent);
  await client.invalidateQueries(devicesQuery);
}
