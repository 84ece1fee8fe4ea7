import type { DateFormat } from '@cyno/contract';
import { isTimeZone } from '@cyno/contract/time-zone';
import { useSyncExternalStore } from 'react';
import { i18n } from '../language/i18n.ts';

/** How instants are shown to this account; `timeZone` is undefined for the browser's own. */
export type DisplaySettings = { timeZone: string | undefined; dateFormat: DateFormat };

/** What an account has chosen; undefined: nothing. */
type Chosen = { timeZone: string | undefined; dateFormat: DateFormat | undefined };

const english: Record<DateFormat, string> = {
  'mm/dd/yy': 'en-US',
  'dd/mm/yy': 'en-GB',
  'dd/mm/be': 'en-GB-u-ca-buddhist',
  'yyyy-mm-dd': 'en-CA',
};
const thai: Partial<Record<DateFormat, string>> = {
  'dd/mm/yy': 'th-TH-u-ca-gregory-nu-latn',
  'dd/mm/be': 'th-TH-u-ca-buddhist-nu-latn',
};

const storageKey = 'display';
const listeners = new Set<() => void>();
let current = readStored();

/** How dates are written where the profile has nothing: as the language does. */
export const usualDateFormat = (): DateFormat => (i18n.locale === 'th' ? 'dd/mm/yy' : 'mm/dd/yy');

/** Stored between visits, so that a page need not be drawn twice before the profile has arrived. */
function readStored(): Chosen {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return settingsOf(stored as Partial<Record<keyof DisplaySettings, unknown>> | null);
  } catch {
    return settingsOf(null);
  }
}

/** Takes over what is usable of a profile or of what was stored: this browser may not know the zone. */
export function settingsOf(from: Partial<Record<keyof DisplaySettings, unknown>> | null): Chosen {
  const { timeZone, dateFormat } = from ?? {};
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : undefined,
    dateFormat: (Object.keys(english) as DateFormat[]).find((format) => format === dateFormat),
  };
}

let settings: DisplaySettings = { timeZone: undefined, dateFormat: 'mm/dd/yy' };

/** The settings at this moment; the formatters use them. The same object until something changes. */
export function displaySettings(): DisplaySettings {
  const { timeZone, dateFormat = usualDateFormat() } = current;
  if (timeZone !== settings.timeZone || dateFormat !== settings.dateFormat) settings = { timeZone, dateFormat };
  return settings;
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

/** A locale with the profile's order of day, month and year and its calendar, for fields in which a date is typed. */
export function dateLocale(): string {
  const { dateFormat } = displaySettings();
  return (i18n.locale === 'th' && thai[dateFormat]) || english[dateFormat];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDisplaySettings(): DisplaySettings {
  return useSyncExternalStore(subscribe, displaySettings);
}
