import type { DateFormat } from '@cyno/contract';
import { isTimeZone } from '@cyno/contract/time-zone';
import { useSyncExternalStore } from 'react';

/** How instants are shown to this account; `timeZone` is undefined for the browser's own. */
export type DisplaySettings = { timeZone: string | undefined; dateFormat: DateFormat };

const storageKey = 'display';
const usual: DisplaySettings = { timeZone: undefined, dateFormat: 'mm/dd/yy' };
const listeners = new Set<() => void>();
let current = readStored();

/** Stored between visits, so that a page need not be drawn twice before the profile has arrived. */
function readStored(): DisplaySettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return settingsOf(stored as Partial<Record<keyof DisplaySettings, unknown>> | null);
  } catch {
    return usual;
  }
}

/** Takes over what is usable of a profile or of what was stored: this browser may not know the zone. */
export function settingsOf(from: Partial<Record<keyof DisplaySettings, unknown>> | null): DisplaySettings {
  const { timeZone, dateFormat } = from ?? {};
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : undefined,
    dateFormat: dateFormat === 'dd/mm/yy' || dateFormat === 'yyyy-mm-dd' ? dateFormat : usual.dateFormat,
  };
}

/** The settings at this moment; the formatters use them. */
export function displaySettings(): DisplaySettings {
  return current;
}

/** Shows instants from now on as a profile wants it. */
export function applyDisplaySettings(profile: { timeZone: string | null; dateFormat: DateFormat | null }): void {
  const next = settingsOf(profile);
  if (next.timeZone === current.timeZone && next.dateFormat === current.dateFormat) return;
  current = next;
  try {
    localStorage.setItem(storageKey, JSON.stringify(next));
  } catch {
    // Storage is switched off: the profile is requested again with the next page.
  }
  for (const listener of listeners) listener();
}

const locales = { 'mm/dd/yy': 'en-US', 'dd/mm/yy': 'en-GB', 'yyyy-mm-dd': 'en-CA' } as const;

/** An English locale with the profile's order of day, month and year, for fields in which a date is typed. */
export const dateLocale = () => locales[current.dateFormat];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplaySettings(): DisplaySettings {
  return useSyncExternalStore(subscribe, displaySettings);
}
