import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { pairingQuery, postPairing } from './pairing-queries.ts';

/** The longest that the server allows. */
const windowMinutes = 10;

// One after the other, so that a sheet that closes and opens again ends up open.
let lastCall: Promise<unknown> = Promise.resolve();

/** Keeps the *Add device* window open while the component is mounted: boards of the account then join without asking. */
export function usePairingWindow(): { isOpening: boolean; error: Error | null; reopen: () => void } {
  const client = useQueryClient();
  const [isOpening, setOpening] = useState(true);
  const [error, setError] = useState<Error | null>(null);
  const set = useCallback(
    (minutes: number) => {
      lastCall = lastCall
        .then(() => postPairing('window', { minutes }))
        .then(
          (state) => {
            client.setQueryData(pairingQuery.queryKey, state);
            setError(null);
          },
          (reason: unknown) => setError(reason instanceof Error ? reason : new Error(String(reason))),
        )
        .finally(() => setOpening(false));
    },
    [client],
  );
  const reopen = useCallback(() => set(windowMinutes), [set]);
  useEffect(() => {
    reopen();
    return () => set(0);
  }, [reopen, set]);
  return { isOpening, error, reopen };
}
