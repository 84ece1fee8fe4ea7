import type { DeviceGroup } from '@cyno/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { logged } from '../../../lib/api/logged.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { devicesQuery } from '../devices/index.ts';

/** The account's groups of devices. */
export const deviceGroupsQuery = queryOptions({
  queryKey: queryKeys.deviceGroups(),
  queryFn: async ({ signal }): Promise<DeviceGroup[]> =>
    logged(call('GET /api/device-groups', { signal }).then((response) => response.groups)),
  staleTime: 60_000,
});

const noGroups: readonly DeviceGroup[] = [];

/** The account's groups of devices in their order; none until they are there. */
export function useDeviceGroups(): readonly DeviceGroup[] {
  return useQuery(deviceGroupsQuery).data ?? noGroups;
}

/** Calls that change groups; each resolves when the list was read again. */
export function useGroupCalls() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries(deviceGroupsQuery);
  const save = useMutation({
    mutationFn: async ({ id, ...request }: { id: number | null; name: string; hue: number }) => {
      if (id === null) return call('POST /api/device-groups', { body: request });
      return call('PUT /api/device-groups/:id', { params: { id }, body: request });
    },
    onSuccess,
  });
  const order = useMutation({
    mutationFn: (ids: readonly number[]) => call('POST /api/device-groups/order', { body: { ids } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call('DELETE /api/device-groups/:id', { params: { id } }),
    onSuccess: () => Promise.all([onSuccess(), client.invalidateQueries(devicesQuery)]),
  });
  return { save, order, remove };
}
