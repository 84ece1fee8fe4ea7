import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

export const trustQuery = queryOptions({
  queryKey: queryKeys.trust(),
  queryFn: ({ signal }) => call('GET /api/trust', { signal }),
});

/** Longer than a router takes to report that it knows no such name. */
const waitMs = 8_000;

/** The first of the addresses that this browser opens without a warning; null: none. */
export const trustedAddressQuery = (addresses: readonly string[]) =>
  queryOptions({
    queryKey: queryKeys.trustedAddress(addresses),
    queryFn: async ({ signal }) => {
      if (location.protocol === 'https:') return location.origin;
      for (const address of addresses) if (await isTrusted(address, signal)) return address;
      return null;
    },
    enabled: addresses.length > 0,
    gcTime: 0,
    retry: false,
  });

/** What comes back may not be read, but that it comes means that the certificate is trusted. */
async function isTrusted(address: string, signal: AbortSignal): Promise<boolean> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    await fetch(`${address}/api/trust`, { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal: within });
    return true;
  } catch {
    return false;
  }
}
