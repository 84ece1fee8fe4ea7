import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The browser's time in ms, new every `everyMs` (whole seconds): all ages on a page move together, on one timer. */
export function useNow(everyMs = 1000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now / everyMs) * everyMs);
}
