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
  return [
    { id: browserZone, label: t`As this browser (${{ zone: shortZoneLabel(ownZone(), at) }})` },
    ...namedZones(at),
  ];
}

/** The zones that this browser knows, with their distance from UTC at this moment. */
export const namedZones = (at: number): ZoneOption[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => zoneOption(zone, at));

/** There are 400 zones, and the label of each takes a browser a good part of a millisecond: it is made when it is drawn. */
function zoneOption(id: string, at: number): ZoneOption {
  let label: string | undefined;
  return {
    id,
    get label() {
      label ??= zoneLabel(id, at);
      return label;
    },
  };
}

/** A zone as text: `Asia/Ho Chi Minh, UTC+07:00`; in other languages with their name of it, so short that it fits a phone: `Asia/Bangkok, เวลาไทย +07:00`. */
export function zoneLabel(zone: string, at: number): string {
  const name = zone.replaceAll('_', ' ');
  const offset = offsetOf(zone, at);
  return i18n.locale === 'en'
    ? `${name}, ${offset}`
    : `${name}, ${localName(zone, at)} ${offset.replace(/UTC(?=.)/, '')}`;
}

/** The same where more stands beside it: in other languages only their name of the zone, `เวลาไทย, UTC+07:00`. */
const shortZoneLabel = (zone: string, at: number): string =>
  i18n.locale === 'en' ? zoneLabel(zone, at) : `${localName(zone, at)}, ${offsetOf(zone, at)}`;

const offsetOf = (timeZone: string, at: number): string =>
  zoneNameOf(new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }), at).replace('GMT', 'UTC');

const localName = (timeZone: string, at: number): string =>
  zoneNameOf(new Intl.DateTimeFormat(i18n.locale, { timeZone, timeZoneName: 'shortGeneric' }), at);

function zoneNameOf(format: Intl.DateTimeFormat, at: number): string {
  const parts = format.formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
