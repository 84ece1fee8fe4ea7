import type { BulkAction, BulkResponse, DeviceGroup } from '@cyno/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { logged } from '../../../lib/api/logged.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { reasonText } from '../../../lib/api/reason-texts.ts';
import { devicesQuery } from '../devices/index.ts';

const contract = () => import('@cyno/contract');

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

/** What could not be done with which device, in the language of the page. */
export function wordedFailures(failed: BulkResponse['failed']): Promise<BulkResponse['failed']> {
  return Promise.all(
    failed.map(async ({ reason, values, ...failure }) => {
      const worded = reason === undefined ? undefined : await reasonText(reason, values ?? {});
      return { ...failure, error: worded ?? failure.error };
    }),
  );
}

/** Does the same with several devices: so many in one request as the server takes, and the responses as one. */
export function useBulkAction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({
      devices,
      action,
    }: {
      devices: readonly string[];
      action: BulkAction;
    }): Promise<BulkResponse> => {
      const { maxBulk } = await contract();
      const all: BulkResponse = { done: [], failed: [] };
      for (let start = 0; start < devices.length; start += maxBulk) {
        const part = { devices: devices.slice(start, start + maxBulk), act: action };
        const response = await call('POST /api/device/bulk', { body: part });
        all.done.push(...response.done);
        all.failed.push(...(await wordedFailures(response.failed)));
      }
      return all;
    },
    onSettled: () => client.invalidateQueries(devicesQuery),
  });
}
