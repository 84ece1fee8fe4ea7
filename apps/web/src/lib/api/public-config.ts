import type { PublicConfig } from '@cyno/contract';
import { useSyncExternalStore } from 'react';
import { call } from './api-client.ts';

const retryMs = 5000;
const listeners = new Set<() => void>();
let known: { data: PublicConfig | undefined } = { data: undefined };
let isFetching = false;

async function fetchConfig() {
  if (isFetching) return;
  isFetching = true;
  try {
    known = { data: await call('GET /api/config') };
    for (const listener of listeners) listener();
  } catch {
    // What the page shows without it is complete in itself; what depends on it appears when the server responds.
    if (listeners.size > 0) setTimeout(() => listeners.size > 0 && void fetchConfig(), retryMs);
  } finally {
    isFetching = false;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!known.data) void fetchConfig();
  return () => listeners.delete(listener);
}

/**
 * What the server publishes to everybody (`GET /api/config`): links, providers, whether signup is open; `data` is undefined
 * until it responded. A store of its own and no query, because the login page does without the query library.
 */
export function useConfig(): { data: PublicConfig | undefined } {
  return useSyncExternalStore(subscribe, () => known);
}

/** The same for what is no component; waits until the server responded. */
export function getConfig(): Promise<PublicConfig> {
  const { data } = known;
  if (data) return Promise.resolve(data);
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!known.data) return;
      stop();
      resolve(known.data);
    });
  });
}

/** Fetches again, after something that changes the response, such as the first account. */
export function refreshConfig(): void {
  void fetchConfig();
}
