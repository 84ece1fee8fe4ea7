import { t } from '@lingui/core/macro';

/** A zone to choose: its name, or `browserZone`. */
type ZoneOption = { id: string; label: string };

/** Stands for the zone of the browser in the list of zones. */
export const browserZone = 'browser';

/** The zones that this browser knows, with their distance from UTC at this moment, after the browser's own. */
export function timeZoneOptions(at: number): ZoneOption[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [{ id: browserZone, label: t`As this browser (${zoneLabel(own, at)})` }, ...namedZones(at)];
}

/** The zones that this browser knows, with their distance from UTC at this moment. */
export const namedZones = (at: number): ZoneOption[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ id: zone, label: zoneLabel(zone, at) }));

/** A zone as text: `Asia/Ho Chi Minh, UTC+07:00`. */
export function zoneLabel(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC';
  return `${zone.replaceAll('_', ' ')}, ${offset}`;
}
