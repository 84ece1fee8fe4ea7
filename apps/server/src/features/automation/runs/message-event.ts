import type { DeviceVariable, TelemetryValue } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { formatNumber } from '../definitions/index.ts';
import type { NotificationEvent } from '../notifications/index.ts';
import type { RunRow } from './run-row.ts';

const maxValueLength = 60;

interface Message {
  readonly device: Pick<DeviceRecord, 'name' | 'espid' | 'accountId'>;
  readonly run: Pick<RunRow, 'id' | 'why'>;
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
  return {
    key: `automation:${run.id}:message`,
    accountId,
    recipients: [accountId],
    severity: 'warning',
    kind: 'notice',
    group: null,
    subject: `${device.name}: ${messageText(template, variables)}`,
    text: `${messageText(template, variables)}\n\n${name}: ${run.why}`,
    value: null,
    limit: null,
    since: null,
    link: `/device/${encodeURIComponent(espid)}/Automation`,
    espid,
    at: now,
  };
}

/** The text with the newest values in the place of the variables: at most 60 characters each, in the same line. */
export function messageText(template: string, variables: readonly DeviceVariable[]): string {
  return template.replace(/\{([^{}]{1,32})\}/g, (_, wanted: string) => {
    const variable = variables.find(({ key }) => key === wanted);
    return variable?.value == null ? `no ${wanted}` : valueText(variable.value, variable.unit);
  });
}

function valueText(value: TelemetryValue, unit: string): string {
  if (typeof value === 'number') return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, maxValueLength);
}
