import type { QueryClient } from '@tanstack/react-query';
import { devicesQuery, sharedDevicesQuery } from '../../features/boards/devices/index.ts';
import { ApiError } from '../../lib/api/api-client.ts';
import { AppQueryClient } from '../../lib/api/query-client.ts';

const maxTries = 3;
let current: { sitting: number; client: QueryClient } | undefined;

/** The cache of what is fetched in a login session; that of the login session before is thrown away. */
export function accountCache(sitting: number): QueryClient {
  if (current?.sitting !== sitting) {
    current?.client.clear();
    current = { sitting, client: createClient() };
  }
  return current.client;
}

/** Starts fetching the devices, own and shared, unless they are there already; nobody waits for them. */
export function startDevices(sitting: number): void {
  const cache = accountCache(sitting);
  void cache.prefetchQuery(devicesQuery);
  void cache.prefetchQuery(sharedDevicesQuery);
}

function createClient(): QueryClient {
  return new AppQueryClient({
    defaultOptions: {
      queries: {
        // Only a failure that may pass is worth another try.
        retry: (failures, error) => failures < maxTries - 1 && (!(error instanceof ApiError) || error.isTemporary),
        refetchOnWindowFocus: false,
      },
    },
  });
}
