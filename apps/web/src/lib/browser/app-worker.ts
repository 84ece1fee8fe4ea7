import { useSyncExternalStore } from 'react';
import { withBase } from '../router/base-path.ts';

const workerPath = withBase('/service-worker.js');
const checkEveryMs = 60 * 60_000;
const listeners = new Set<() => void>();
let hasNewer = false;

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
};

/**
 * Lets the app start without the server, and notices newer versions of it. Without https, or in a browser that has no service workers,
 * nothing happens.
 */
export async function startAppWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'newer-version') setNewer();
    if (data?.type === 'which-version')
      void serviceWorker.getRegistration().then((registration) => compareVersion(registration?.waiting ?? null));
  });
  serviceWorker.startMessages();
  try {
    const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
    const policy = trustedTypes?.createPolicy('cyno-worker', { createScriptURL: () => workerPath });
    const url = policy?.createScriptURL(workerPath) ?? workerPath;
    followVersions(await serviceWorker.register(url as string));
  } catch {
    // Private windows refuse it; the app then needs its server to start.
  }
}

function followVersions(registration: ServiceWorkerRegistration) {
  compareVersion(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => compareVersion(registration.waiting));
  });
  // A server that is away is looked for again the next time.
  const check = () => void registration.update().catch(() => undefined);
  setInterval(check, checkEveryMs);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check());
}

/** Reports the version of this page to a worker that waits. */
function compareVersion(waiting: ServiceWorker | null) {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"]');
  if (waiting && script) waiting.postMessage({ type: 'version', script: new URL(script.src).pathname });
}

function setNewer() {
  hasNewer = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True when the server has a newer version of the app than this page. */
export function useNewerVersion(): boolean {
  return useSyncExternalStore(subscribe, () => hasNewer);
}

/** Loads the page again if the server is there: without it the same version would come back. */
export async function reloadForNewerVersion(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.update().then(
    () => location.reload(),
    () => undefined,
  );
}
