import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { devicesQuery } from '../devices/index.ts';

/** Deletes a device; for seven days it can be restored. */
export async function deleteDevice(client: QueryClient, espid: string): Promise<void> {
  await call('DELETE /api/device/:espid', { params: { espid } });
  client.setQueryData(devicesQuery.queryKey, (devices) => devices?.filter((device) => device.espid !== espid));
}

/** Takes a deletion back, with everything that the device had. */
export async function restoreDevice(client: QueryClient, espid: string): Promise<void> {
  await call('POST /api/device/:espid/restore', { params: { espid } });
  await client.invalidateQueries(devicesQuery);
}
