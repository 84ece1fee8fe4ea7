import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-client.ts';
import { devicesQuery } from '../lib/device-queries.ts';

const mostTries = 3;
let current: { token: string; client: QueryClient } | undefined;

/** The cache of what is fetched for a session; that of the session before is thrown away. */
export function accountCache(token: string): QueryClient {
  if (current?.token !== token) {
    current?.client.clear();
    current = { token, client: createClient() };
  }
  return current.client;
}

/** Starts fetching the devices, unless they are there already; nobody waits for them. */
export function startDevices(token: string): void {
  void accountCache(token).prefetchQuery(devicesQuery);
}

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Only a failure that may pass is worth another try.
        retry: (failures, error) => failures < mostTries - 1 && (!(error instanceof ApiError) || error.isTemporary),
        refetchOnWindowFocus: false,
      },
    },
  });
}
