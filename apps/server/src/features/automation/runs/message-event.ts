import {
  automationNameIn,
  type DeviceVariable,
  displayName,
  formatNumber,
  type Language,
  languageCodes,
  messageVariables,
  runText,
  type TelemetryValue,
} from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { momentLink, type NotificationEvent, valueTexts } from '../notifications/index.ts';
import type { RunRow } from './run-row.ts';

const maxValueLength = 60;

interface Message {
  readonly device: Pick<DeviceRecord, 'name' | 'espid' | 'accountId' | 'virtual' | 'template'>;
  readonly run: Pick<RunRow, 'id' | 'why' | 'whyReport' | 'cause'>;
  /** What the automation is called. */
  readonly name: string;
  /** The text, with variables in braces. */
  readonly template: string;
  readonly variables: readonly DeviceVariable[];
  readonly now: number;
}

/** What the owner of a device is notified of when an automation runs; the same run is always the same event. */
export function messageEvent(message: Message): NotificationEvent {
  const { device, run, now } = message;
  const { accountId, espid } = device;
  return {
    key: `automation:${run.id}:message`,
    accountId,
    recipients: [accountId],
    severity: 'warning',
    kind: 'notice',
    group: null,
    ...textsOf(message, 'en'),
    translations: Object.fromEntries(
      otherLanguages.map((language) => [language, { what: null, ...textsOf(message, language) }]),
    ),
    value: null,
    limit: null,
    since: null,
    link: momentLink({ ...(run.cause?.moment ?? momentOf(message)), at: now }),
    espid,
    at: now,
  };
}

/** Without a condition that began the run: the device, with the first of its variables that the message names. */
function momentOf({ device, template, variables, now }: Message) {
  const key = messageVariables(template).find((wanted) => variables.some((variable) => variable.key === wanted));
  return { espid: device.espid, key: key ?? null, since: now };
}

const otherLanguages = languageCodes.filter((language) => language !== 'en');

function textsOf({ device, run, name, template, variables }: Message, language: Language) {
  const { nothing } = valueTexts[language];
  const deviceName = displayName(device, language);
  const cause = run.cause ?? { devices: [deviceName], value: nothing };
  const message = messageText(template, { variables, cause, language });
  const why = run.whyReport.length === 0 ? run.why : runText(run.whyReport, language);
  return { subject: `${deviceName}: ${message}`, text: `${message}\n\n${automationNameIn(name, language)}: ${why}` };
}

interface Values {
  readonly variables: readonly DeviceVariable[];
  readonly cause: NonNullable<RunRow['cause']>;
  readonly language: Language;
}

/**
 * The text with the newest values in the place of the variables: at most 60 characters each, in the same line. `{device}` and `{value}` are
 * the cause of the run, unless the device has variables of these names.
 */
export function messageText(template: string, { variables, cause, language }: Values): string {
  const texts = valueTexts[language];
  return template.replace(/\{([^{}]{1,32})\}/g, (_, wanted: string) => {
    const variable = variables.find(({ key }) => key === wanted);
    if (!variable && wanted === 'device') return texts.joined(cause.devices);
    if (!variable && wanted === 'value') return cause.value;
    return variable?.value == null ? texts.no(wanted) : valueText(variable.value, variable.unit, texts);
  });
}

function valueText(value: TelemetryValue, unit: string, { on, off }: { on: string; off: string }): string {
  if (typeof value === 'number') return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value);
  if (typeof value === 'boolean') return value ? on : off;
  return value.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, maxValueLength);
}
