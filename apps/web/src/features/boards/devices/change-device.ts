import type { Device, DevicePatch } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { devicesQuery, sharedDevicesQuery } from './device-queries.ts';

/**
 * Changes what the owner of a device set; what is left out stays. The list of devices has it at once. `onChanged` is called also when
 * the form that requested it is gone.
 */
export function useChangeDevice(espid: string, onChanged?: (patch: DevicePatch) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: DevicePatch): Promise<Device> =>
      call('PATCH /api/device/:espid', { params: { espid }, body: patch }),
    onSuccess: async (changed, patch) => {
      // `espid` may be another device by now: a new render replaces the callbacks of a pending mutation.
      const isIt = (device: Device) => device.espid === changed.espid;
      const isShared = client.getQueryData(sharedDevicesQuery.queryKey)?.some(isIt);
      // The response is the owner's own view of it, with what others do not get.
      if (isShared) await client.invalidateQueries(sharedDevicesQuery);
      client.setQueryData(devicesQuery.queryKey, (devices) =>
        devices?.map((device) => (isIt(device) ? changed : device)),
      );
      onChanged?.(patch);
    },
  });
}
