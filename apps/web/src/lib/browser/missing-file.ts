import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let missing = 0;

/** True for the errors that browsers throw when a module of the app does not come: it is not on the server any more, or nothing is. */
export function isMissingFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(error.message);
}

/** Notes that a part of the page is left out because its files did not come. */
export function noteMissingPart(): void {
  missing += 1;
  for (const listener of listeners) listener();
}

/** How many parts of the page were left out because their files did not come. */
export function useMissingParts(): number {
  return useSyncExternalStore(subscribe, () => missing);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
