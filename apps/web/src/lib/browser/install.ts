import { useSyncExternalStore } from 'react';

/** https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent, which Chrome and Edge have. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let offer: InstallPromptEvent | null = null;

function setOffer(next: InstallPromptEvent | null) {
  offer = next;
  for (const listener of listeners) listener();
}

/** Stores the browser's offer to install the app until somebody wants it. To be called as soon as the page starts: it comes once. */
export function followInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => setOffer(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the browser's question whether to install the app; null where the browser does not offer it, or it is installed. */
export function useInstall(): (() => void) | null {
  const offered = useSyncExternalStore(subscribe, () => offer);
  if (!offered) return null;
  return () => {
    // An offer can be used once.
    setOffer(null);
    void offered.prompt();
  };
}
