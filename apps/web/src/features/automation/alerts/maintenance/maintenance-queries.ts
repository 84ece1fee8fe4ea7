import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';

/** What is in maintenance or will be, of all that the account may see; the live connection notifies when to fetch it again. */
export const maintenanceQuery = queryOptions({
  queryKey: queryKeys.maintenance(),
  queryFn: ({ signal }) => call('GET /api/maintenance', { signal }),
  staleTime: 60_000,
});

/** Until when a device is in maintenance; undefined: it is not, or that is not known yet. */
export function useMaintenanceOf(espid: string) {
  const { data } = useQuery({
    ...maintenanceQuery,
    select: ({ devices }) => devices.find((device) => device.espid === espid) ?? null,
  });
  return data ?? undefined;
}
