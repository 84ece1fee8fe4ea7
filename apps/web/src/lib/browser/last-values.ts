import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query';

/** The name of what is stored, which is in the list of keys that `lib/api/session.ts` forgets: of a tab, or of the browser. */
const places = { kiosk: () => sessionStorage, 'last-values': () => localStorage } as const;
const largestCharacters = 2_000_000;

interface LastValues {
  readonly place: keyof typeof places;
  /** Who may see them. */
  readonly owner: string;
}

/**
 * Stores what a page shows of these kinds (the first parts of query keys), for a start without the server. What is larger than 2 million
 * characters is not stored.
 */
export function storeLastValues(
  client: QueryClient,
  { place, owner, kinds }: LastValues & { kinds: ReadonlySet<string> },
): void {
  const { queries, mutations } = dehydrate(client, {
    shouldDehydrateQuery: ({ queryKey, state: { data } }) => data !== undefined && kinds.has(String(queryKey[0])),
    shouldDehydrateMutation: () => false,
  });
  // What failed to load again while the server is away has its last values still.
  const known = queries.map((query) => ({ ...query, state: { ...query.state, status: 'success', error: null } }));
  const text = JSON.stringify({ owner, at: Date.now(), state: { queries: known, mutations } });
  try {
    if (text.length <= largestCharacters) places[place]().setItem(place, text);
  } catch {
    // Storage is switched off or full: the page shows its values as long as it is not loaded again.
  }
}

/** Takes what was stored for this owner, where nothing newer is known; returns when it was stored, ms since the epoch. */
export function restoreLastValues(client: QueryClient, { place, owner }: LastValues): number | null {
  try {
    const stored = JSON.parse(places[place]().getItem(place) ?? 'null');
    if (stored?.owner !== owner) return null;
    hydrate(client, stored.state);
    return Number(stored.at);
  } catch {
    // Something else stands there, or storage is switched off.
    return null;
  }
}
