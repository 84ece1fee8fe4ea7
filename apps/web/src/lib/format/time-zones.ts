import { t } from '@lingui/core/macro';
import { i18n } from '../language/i18n.ts';

/** A zone to choose: its name, or `browserZone`. */
type ZoneOption = { id: string; label: string };

/** Stands for the zone of the browser in the list of zones. */
export const browserZone = 'browser';

/** The zone of this browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether this browser is in a zone: it may call it by an older name, such as Asia/Saigon. */
export const isOwnZone = (zone: string): boolean =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone === ownZone();

/** The zones that this browser knows, with their distance from UTC at this moment, after the browser's own. */
export function timeZoneOptions(at: number): ZoneOption[] {
  return [{ id: browserZone, label: t`As this browser (${{ zone: zoneLabel(ownZone(), at) }})` }, ...namedZones(at)];
}

/** The zones that this browser knows, with their distance from UTC at this moment. */
export const namedZones = (at: number): ZoneOption[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ id: zone, label: zoneLabel(zone, at) }));

/** A zone as text: `Asia/Ho Chi Minh, UTC+07:00`; in other languages with their name of it. */
export function zoneLabel(zone: string, at: number): string {
  const nameIn = (locale: string, timeZoneName: 'longOffset' | 'shortGeneric') =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const offset = nameIn('en-US', 'longOffset').replace('GMT', 'UTC');
  const name = zone.replaceAll('_', ' ');
  return i18n.locale === 'en' ? `${name}, ${offset}` : `${name} (${nameIn(i18n.locale, 'shortGeneric')}), ${offset}`;
}
