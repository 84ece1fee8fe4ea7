import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getSession } from '../../lib/api/session.ts';
import type { LiveState } from '../../lib/live/live-client.ts';

const place = 'last-values';
const storeEveryMs = 60_000;
const kinds = new Set([
  ...['devices', 'shared', 'device-groups', 'profile', 'alerts', 'control', 'automation'],
  ...['dashboards', 'account-dashboards', 'history', 'sparklines'],
]);

type LastValues = typeof import('../../lib/browser/last-values.ts');

let lastValues: LastValues | undefined;
let fetching: Promise<LastValues> | undefined;

/** No page waits for it: it is fetched beside the values that it stores. */
function fetchLastValues(): Promise<LastValues> {
  fetching ??= import('../../lib/browser/last-values.ts').then(
    (part) => {
      lastValues = part;
      return part;
    },
    (error: unknown) => {
      fetching = undefined;
      throw error;
    },
  );
  return fetching;
}

/**
 * Stores what this browser shows of an account while it is live. A start without the server shows it again; returns when it was stored
 * then, ms since the epoch, and null as long as what is shown came from the server.
 */
export function useLastValues(owner: string, liveState: LiveState): number | null {
  const client = useQueryClient();
  const [storedAt, setStoredAt] = useState<number | null>(null);

  useEffect(() => {
    if (liveState !== 'open') return;
    fetchLastValues().catch(() => undefined);
    const save = () => {
      // After the session nothing of it may come back.
      if (getSession()?.userId !== owner) return;
      if (lastValues) lastValues.storeLastValues(client, { place, owner, kinds });
      else fetchLastValues().then(save, () => undefined);
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
    if (!isEmpty) return;
    let isOver = false;
    fetchLastValues().then(
      ({ restoreLastValues }) => {
        if (!isOver) setStoredAt(restoreLastValues(client, { place, owner }));
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [client, owner, liveState]);

  useEffect(() => {
    if (storedAt === null) return;
    // The server is back: what it sends now takes the place of what was stored.
    return () => void client.invalidateQueries();
  }, [client, storedAt]);

  return storedAt;
}
