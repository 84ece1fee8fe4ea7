import { type DehydratedState, dehydrate, hydrate, type Query, type QueryClient } from '@tanstack/react-query';

/** The name of what is stored, which is in the list of keys that `lib/api/session.ts` forgets: of a tab, or of the browser. */
const places = { kiosk: () => sessionStorage, 'last-values': () => localStorage } as const;
const largestCharacters = 2_000_000;

interface LastValues {
  readonly place: keyof typeof places;
  /** Who may see them. */
  readonly owner: string;
}

/** What this page did not have is held for so long from an earlier one. */
const heldMs = 24 * 3_600_000;

interface Stored {
  readonly owner: string;
  readonly at: number;
  readonly state: DehydratedState;
}

/**
 * Stores what a page shows of these kinds (the first parts of query keys), for a start without the server, beside what earlier pages
 * showed and this one has not yet. Of more than 2 million characters the oldest is left out, histories first. Returns whether all that
 * this page shows had room.
 */
export function storeLastValues(
  client: QueryClient,
  { place, owner, kinds }: LastValues & { kinds: ReadonlySet<string> },
): boolean {
  const isOfThese = ({ queryKey }: Query) => kinds.has(String(queryKey[0]));
  const { queries, mutations } = dehydrate(client, {
    shouldDehydrateQuery: (query) => query.state.data !== undefined && isOfThese(query),
    shouldDehydrateMutation: () => false,
  });
  // What failed to load again while the server is away has its last values still.
  const known = queries.map<StoredQuery>((query) => ({
    ...query,
    state: { ...query.state, status: 'success', error: null },
  }));
  const now = Date.now();
  const earlier = readStored({ place, owner });
  const hashes = new Set(queries.map(({ queryHash }) => queryHash));
  const held = (earlier?.state.queries ?? []).filter(
    ({ queryHash, state }) => !hashes.has(queryHash) && state.dataUpdatedAt > now - heldMs,
  );
  // Where something is still on its way, what is shown in its place is as old as that.
  const isComing = (query: Query) =>
    isOfThese(query) && query.state.status === 'pending' && query.state.fetchStatus !== 'idle';
  const isWhole = !client.getQueryCache().getAll().some(isComing);
  const at = isWhole ? now : (earlier?.at ?? now);
  const stored = newestThatFit([...known, ...held]);
  try {
    const text = JSON.stringify({ owner, at, state: { queries: stored, mutations } });
    places[place]().setItem(place, text);
  } catch {
    // Storage is switched off or full: the page shows its values as long as it is not loaded again.
  }
  return known.every((query) => stored.includes(query));
}

type StoredQuery = DehydratedState['queries'][number];

const isHistory = ({ queryKey }: StoredQuery) => String(queryKey[0]).endsWith('history');

function newestThatFit(queries: readonly StoredQuery[]): StoredQuery[] {
  let left = largestCharacters;
  return queries
    .toSorted((a, b) => Number(isHistory(a)) - Number(isHistory(b)) || b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .filter((query) => {
      const { length } = JSON.stringify(query);
      if (length > left) return false;
      left -= length;
      return true;
    });
}

/** Takes what was stored for this owner, where nothing newer is known; returns when it was stored, ms since the epoch. */
export function restoreLastValues(client: QueryClient, of: LastValues): number | null {
  const stored = readStored(of);
  if (!stored) return null;
  hydrate(client, stored.state);
  return stored.at;
}

function readStored({ place, owner }: LastValues): Stored | undefined {
  try {
    const stored = JSON.parse(places[place]().getItem(place) ?? 'null');
    return stored?.owner === owner && Array.isArray(stored.state.queries) ? stored : undefined;
  } catch {
    // Something else stands there, or storage is switched off.
    return undefined;
  }
}
