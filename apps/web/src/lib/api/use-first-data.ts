import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What has neither data yet nor failed once. */
const firstFetches = {
  predicate: ({ state }: Query) => state.data === undefined && state.fetchFailureCount === 0,
};

/**
 * Whether all that is requested for the first time has come, or failed, once the page `isThere`; from then on it stays so. Until then a page
 * may keep its parts hidden, so that it comes in one piece.
 */
export function useFirstData(isThere: boolean): boolean {
  const client = useQueryClient();
  const [hasCome, setCome] = useState(false);
  const fetching = useIsFetching(firstFetches);
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts request their data when they mount, which is before this effect
  useEffect(() => {
    if (isThere && client.isFetching(firstFetches) === 0) setCome(true);
  }, [isThere, fetching, client]);
  return hasCome;
}
