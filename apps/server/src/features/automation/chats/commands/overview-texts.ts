import { type Alert, type AlertList, type DeviceVariable, displayName, formatNumber, roughly } from '@cyno/contract';
import type { DeviceRecord } from '../../../boards/devices/index.ts';
import { shorten } from '../../notifications/index.ts';

/** Lines of each kind in one message; the rest is counted. */
const maxLines = 12;
const maxValueLength = 40;
/** What is younger counts as now. */
const nowMs = 5_000;

/** Which devices are offline, and what is wrong. */
export function statusText(devices: readonly DeviceRecord[], alerts: AlertList, now: number): string {
  if (devices.length === 0) return 'There are no devices yet.';
  const offline = devices.filter(({ online }) => !online);
  const online = devices.length - offline.length;
  return [
    `${countOf(devices.length, 'device')}: ${online} online, ${offline.length} offline`,
    ...bounded(offline.map((device) => `○ ${displayName(device, 'en')}${offlineFor(device, now)}`)),
    ...alertLines(alerts, now),
  ].join('\n');
}

/** What is wrong now. */
export const alertsText = (alerts: AlertList, now: number): string => alertLines(alerts, now).join('\n');

function alertLines({ alerts, more, active }: AlertList, now: number): string[] {
  if (alerts.length === 0) return ['No open alerts.'];
  const unacknowledged = active.critical + active.warning + active.info;
  const lines = alerts.slice(0, maxLines).map((alert) => `• ${alertLine(alert, now)}`);
  const isMore = more || alerts.length > maxLines;
  return [
    `Open alerts, ${unacknowledged} of them not acknowledged:`,
    ...lines,
    ...(isMore ? ['• and more in the app'] : []),
  ];
}

function alertLine({ device, severity, text, state, activeAt, startedAt }: Alert, now: number): string {
  const since = roughly(Math.max(0, now - (activeAt ?? startedAt)));
  const acknowledged = state === 'acknowledged' ? ', acknowledged' : '';
  return `${device}: ${shorten(text, 120)} (${severity}, for ${since}${acknowledged})`;
}

/** The newest values of a device with their age. */
export function deviceText(device: DeviceRecord, variables: readonly DeviceVariable[], now: number): string {
  const values = variables.filter(({ value }) => value !== null).map((variable) => valueLine(variable, now));
  return [
    `${displayName(device, 'en')}: ${device.online ? 'online' : `offline${offlineFor(device, now)}`}`,
    ...(values.length > 0 ? bounded(values, 20) : ['It has sent no values yet.']),
  ].join('\n');
}

/** A line for each device of a group, with its first values. */
export function groupText(
  name: string,
  devices: readonly { readonly device: DeviceRecord; readonly variables: readonly DeviceVariable[] }[],
  now: number,
): string {
  const lines = devices.map(({ device, variables }) => {
    const values = variables
      .filter(({ value }) => value !== null)
      .slice(0, 3)
      .map((variable) => valueLine(variable, now));
    return `${device.online ? '●' : '○'} ${displayName(device, 'en')}${values.length > 0 ? `: ${values.join(', ')}` : ''}`;
  });
  return [`${name}: ${countOf(devices.length, 'device')}`, ...bounded(lines)].join('\n');
}

function valueLine({ label, unit, decimals, value, at }: DeviceVariable, now: number): string {
  const amount =
    typeof value === 'number'
      ? decimals === null
        ? formatNumber(value)
        : value.toFixed(decimals)
      : shorten(String(value), maxValueLength);
  return `${label} ${`${amount} ${unit}`.trim()}${at === null ? '' : ` (${ageText(now - at)})`}`;
}

const ageText = (ms: number): string => (ms < nowMs ? 'now' : `${roughly(ms)} ago`);

const offlineFor = ({ onlineChangedAt }: DeviceRecord, now: number): string =>
  onlineChangedAt === null ? '' : ` for ${roughly(Math.max(0, now - onlineChangedAt))}`;

/** `1 device`, `3 devices` */
const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function bounded(lines: readonly string[], max = maxLines): string[] {
  const left = lines.length - max;
  return left > 0 ? [...lines.slice(0, max), `• and ${left} more`] : [...lines];
}
