import { dehydrate, hydrate, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** Forgotten with the session: its name is in the list of keys in `lib/api/session.ts`. */
const storageKey = 'kiosk';
const keepEveryMs = 10_000;
const largestCharacters = 2_000_000;
/** What a dashboard is made of; the rest is none of its business. */
const kinds = new Set([
  ...['devices', 'shared', 'dashboards', 'account-dashboards', 'history', 'control', 'profile'],
  ...['public-dashboard', 'public-history', 'public-control'],
]);

/**
 * Stores what this tab shows, so that a page that is loaded again while the server is away shows its last values; `owner` is who may
 * see them. True as soon as what was stored is back.
 */
export function useKioskMemory(owner: string): boolean {
  const client = useQueryClient();
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    restore(client, owner);
    setBack(true);
    const save = () => keep(client, owner);
    const timer = setInterval(save, keepEveryMs);
    addEventListener('pagehide', save);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', save);
    };
  }, [client, owner]);
  return isBack;
}

function keep(client: QueryClient, owner: string): void {
  const { queries, mutations } = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state: { data } }) => data !== undefined && kinds.has(String(queryKey[0])),
    shouldDehydrateMutation: () => false,
  });
  // What failed to load again while the server is away has its last values still.
  const known = queries.map((query) => ({ ...query, state: { ...query.state, status: 'success', error: null } }));
  const state = { queries: known, mutations };
  const text = JSON.stringify({ owner, state });
  try {
    if (text.length <= largestCharacters) sessionStorage.setItem(storageKey, text);
  } catch {
    // Storage is switched off or full: the page shows its values as long as it is not loaded again.
  }
}

function restore(client: QueryClient, owner: string): void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null');
    if (stored?.owner === owner) hydrate(client, stored.state);
  } catch {
    // Something else stands there, or storage is switched off.
  }
}
