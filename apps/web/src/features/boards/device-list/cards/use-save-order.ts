import type { Device } from '@cyno/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../../lib/api/api-client.ts';
import { devicesQuery } from '../../devices/index.ts';

type NewOrder = readonly { espid: string; name: string; order: number }[];

/**
 * Saves the user's own order of the devices (`espids`, all of them). The list shows it at once and goes back to the order
 * before when it was not saved; the product specification (section 8) wants that failure in the console only.
 */
export function useSaveOrder() {
  const client = useQueryClient();
  const setOrder = (order: NewOrder) => {
    const places = new Map(order.map((entry) => [entry.espid, entry.order]));
    client.setQueryData(devicesQuery.queryKey, (devices: Device[] | undefined) =>
      devices
        ?.map((device) => ({ ...device, order: places.get(device.espid) ?? device.order }))
        .sort((a, b) => a.order - b.order),
    );
  };
  const save = useMutation({
    mutationFn: (devices: NewOrder) => call('POST /api/device/update-order/', { body: { devices } }),
  });
  return async (espids: readonly string[]): Promise<void> => {
    await client.cancelQueries(devicesQuery);
    const devices = client.getQueryData(devicesQuery.queryKey) ?? [];
    const before = devices.map(({ espid, name, order }) => ({ espid, name, order }));
    const names = new Map(devices.map(({ espid, name }) => [espid, name]));
    const order = espids.map((espid, index) => ({ espid, name: names.get(espid) ?? espid, order: index }));
    setOrder(order);
    try {
      await save.mutateAsync(order);
    } catch (error) {
      setOrder(before);
      // biome-ignore lint/suspicious/noConsole: the product specification names this line of the console, section 8.
      console.error(`HTTP error! Status: ${error instanceof ApiError ? error.status : 0}`);
    }
  };
}
