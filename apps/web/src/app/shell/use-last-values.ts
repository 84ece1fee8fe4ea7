import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getSession } from '../../lib/api/session.ts';
import { restoreLastValues, storeLastValues } from '../../lib/browser/last-values.ts';
import type { LiveState } from '../../lib/live/live-client.ts';

const place = 'last-values';
const storeEveryMs = 60_000;
const kinds = new Set([
  ...['devices', 'shared', 'device-groups', 'profile', 'alerts', 'control', 'automation'],
  ...['dashboards', 'account-dashboards', 'history', 'sparklines'],
]);

/**
 * Stores what this browser shows of an account while it is live. A start without the server shows it again; returns when it was stored
 * then, ms since the epoch, and null as long as what is shown came from the server.
 */
export function useLastValues(owner: string, liveState: LiveState): number | null {
  const client = useQueryClient();
  const [storedAt, setStoredAt] = useState<number | null>(null);

  useEffect(() => {
    if (liveState !== 'open') return;
    const save = () => {
      // After the session nothing of it may come back.
      if (getSession()?.userId === owner) storeLastValues(client, { place, owner, kinds });
    };
    const saveWhenHidden = () => document.visibilityState === 'hidden' && save();
    const timer = setInterval(save, storeEveryMs);
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', saveWhenHidden);
      save();
    };
  }, [client, owner, liveState]);

  useEffect(() => {
    if (liveState === 'connecting') return;
    if (liveState === 'open') {
      setStoredAt(null);
      return;
    }
    const queries = client.getQueryCache().getAll();
    const isEmpty = queries.every(({ queryKey, state }) => state.data === undefined || !kinds.has(String(queryKey[0])));
    if (isEmpty) setStoredAt(restoreLastValues(client, { place, owner }));
  }, [client, owner, liveState]);

  useEffect(() => {
    if (storedAt === null) return;
    // The server is back: what it sends now takes the place of what was stored.
    return () => void client.invalidateQueries();
  }, [client, storedAt]);

  return storedAt;
}
