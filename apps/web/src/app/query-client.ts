import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../lib/api-client.ts';

const mostTries = 3;

/** The cache of everything that is fetched. Only failures that may pass are tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < mostTries - 1 && (!(error instanceof ApiError) || error.isTemporary),
        refetchOnWindowFocus: false,
      },
    },
  });
}
