import type { QueryClient } from '@tanstack/react-query';
import { openAlertsQuery } from '../../features/automation/alerts/index.ts';
import { devicesQuery, firstDevicesQuery, sharedDevicesQuery } from '../../features/boards/devices/index.ts';
import { pairingQuery } from '../../features/boards/pairing/index.ts';
import { accountDashboardsQuery } from '../../features/dashboards/dashboards/index.ts';
import { offersQuery } from '../../features/dashboards/sharing/index.ts';
import { profileQuery } from '../../features/people/accounts/index.ts';
import { ApiError } from '../../lib/api/api-client.ts';
import { refreshConfig } from '../../lib/api/public-config.ts';
import { AppQueryClient } from '../../lib/api/query-client.ts';

const maxTries = 3;
let current: { loginSession: number; client: QueryClient } | undefined;

/** The cache of what is fetched in a login session; that of the login session before is thrown away. */
export function accountCache(loginSession: number): QueryClient {
  if (current?.loginSession !== loginSession) {
    current?.client.clear();
    current = { loginSession, client: createClient() };
  }
  return current.client;
}

/**
 * Starts fetching the devices, own and shared, unless they are there already; nobody waits for them. For the page that lists them
 * (`isList`) the first come before all others.
 */
export function startDevices(loginSession: number, isList: boolean): void {
  const cache = accountCache(loginSession);
  if (isList && cache.getQueryData(devicesQuery.queryKey) === undefined) void cache.prefetchQuery(firstDevicesQuery);
  void cache.prefetchQuery(devicesQuery);
  void cache.prefetchQuery(sharedDevicesQuery);
}

/** Starts fetching what stands around every page, so that it is drawn in one go instead of once for each response; nobody waits for it. */
export function startFrame(loginSession: number): void {
  const cache = accountCache(loginSession);
  refreshConfig();
  void cache.prefetchQuery(profileQuery);
  void cache.prefetchQuery(openAlertsQuery());
  void cache.prefetchQuery(accountDashboardsQuery);
  void cache.prefetchQuery(pairingQuery);
  void cache.prefetchQuery(offersQuery);
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
