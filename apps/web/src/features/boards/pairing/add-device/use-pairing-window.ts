import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../../lib/api/api-client.ts';
import { pairingQuery } from '../pairing-queries.ts';

/** The longest that the server allows. */
const windowMinutes = 10;
/** How many boards join in one window, by default of the server. */
const usualBoards = 10;

// One after the other, so that a sheet that closes and opens again ends up open.
let lastCall: Promise<unknown> = Promise.resolve();

/** Keeps the *Add device* window open while the component is mounted: boards of the account then join without a confirmation. */
export function usePairingWindow() {
  const client = useQueryClient();
  const [isOpening, setOpening] = useState(true);
  const [error, setError] = useState<Error | null>(null);
  const [boards, setBoards] = useState(usualBoards);
  const wantedRef = useRef(usualBoards);
  const set = useCallback(
    (minutes: number) => {
      const wanted = minutes === 0 ? { minutes } : { minutes, boards: wantedRef.current };
      lastCall = lastCall
        .then(() => call('POST /api/pairing/window', { body: wanted }))
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
  /** Opens it again for so many boards. */
  const changeBoards = useCallback(
    (count: number) => {
      wantedRef.current = count;
      setBoards(count);
      reopen();
    },
    [reopen],
  );
  useEffect(() => {
    reopen();
    return () => set(0);
  }, [reopen, set]);
  return { isOpening, error, reopen, boards, changeBoards };
}
