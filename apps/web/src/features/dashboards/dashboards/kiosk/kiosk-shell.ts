import { useEffect } from 'react';

const cacheName = 'kiosk-shell';
const workerPath = '/kiosk-worker.js';
/** Files are loaded up to a while after the page. */
const listedFiles = 1_000;
const keepAfterMs = [2_000, 30_000];

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
};

/**
 * Lets the page start again without the server: a service worker for the addresses below `scope` responds with the files that
 * this page has loaded. Without https or on a browser that has no service workers nothing happens.
 */
export function useKioskShell(scope: string): void {
  useEffect(() => {
    // The usual 250 entries are full soon; what is not listed is not stored.
    performance.setResourceTimingBufferSize(listedFiles);
    if (!('serviceWorker' in navigator) || !('caches' in window)) return;
    register(scope).catch(() => {
      // Private windows refuse it; the page then works as long as it is not loaded again.
    });
    const timers = keepAfterMs.map((afterMs) => setTimeout(() => void keepFiles().catch(() => undefined), afterMs));
    return () => timers.forEach(clearTimeout);
  }, [scope]);
}

async function register(scope: string): Promise<void> {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('cyno-kiosk', { createScriptURL: () => workerPath });
  const url = policy?.createScriptURL(workerPath) ?? workerPath;
  await navigator.serviceWorker.register(url as string, { scope });
}

/** Keeps the files that this page has loaded, and forgets those of earlier versions of it. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheName);
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api/'));
  const paths = new Set(loaded.map(({ pathname }) => pathname));
  const known = await cache.keys();
  const knownPaths = new Set(known.map(({ url }) => new URL(url).pathname));
  await cache.addAll([...paths].filter((path) => path !== workerPath && !knownPaths.has(path)));
  const isAsset = (path: string) => path.startsWith('/assets/');
  const stale = known.filter(({ url }) => isAsset(new URL(url).pathname) && !paths.has(new URL(url).pathname));
  // A page that came out of the cache lists what it took from there as well.
  await Promise.all(stale.map((request) => cache.delete(request)));
}
