import { type DeviceVariable, formatNumber, type TelemetryValue } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { joined } from '../definitions/index.ts';
import type { NotificationEvent } from '../notifications/index.ts';
import type { RunRow } from './run-row.ts';

const maxValueLength = 60;

interface Message {
  readonly device: Pick<DeviceRecord, 'name' | 'espid' | 'accountId'>;
  readonly run: Pick<RunRow, 'id' | 'why' | 'cause'>;
  /** What the automation is called. */
  readonly name: string;
  /** The text, with variables in braces. */
  readonly template: string;
  readonly variables: readonly DeviceVariable[];
  readonly now: number;
}

/** What the owner of a device is notified of when an automation runs; the same run is always the same event. */
export function messageEvent({ device, run, name, template, variables, now }: Message): NotificationEvent {
  const { accountId, espid } = device;
  const message = messageText(template, variables, run.cause ?? { devices: [device.name], value: 'no value' });
  return {
    key: `automation:${run.id}:message`,
    accountId,
    recipients: [accountId],
    severity: 'warning',
    kind: 'notice',
    group: null,
    subject: `${device.name}: ${message}`,
    text: `${message}\n\n${name}: ${run.why}`,
    value: null,
    limit: null,
    since: null,
    link: `/device/${encodeURIComponent(espid)}/Automation`,
    espid,
    at: now,
  };
}

/**
 * The text with the newest values in the place of the variables: at most 60 characters each, in the same line. `{device}` and `{value}` are
 * the cause of the run, unless the device has variables of these names.
 */
export function messageText(
  template: string,
  variables: readonly DeviceVariable[],
  cause: NonNullable<RunRow['cause']>,
): string {
  return template.replace(/\{([^{}]{1,32})\}/g, (_, wanted: string) => {
    const variable = variables.find(({ key }) => key === wanted);
    if (!variable && wanted === 'device') return joined(cause.devices);
    if (!variable && wanted === 'value') return cause.value;
    return variable?.value == null ? `no ${wanted}` : valueText(variable.value, variable.unit);
  });
}

function valueText(value: TelemetryValue, unit: string): string {
  if (typeof value === 'number') return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, maxValueLength);
}
