import {
  type AlertReport,
  alertText,
  builtInRuleNameIn,
  displayName,
  formatNumber,
  type Language,
  languageCodes,
} from '@cyno/contract';
import type { DeviceRecord, DevicesFeature } from '../../boards/devices/index.ts';
import { alertMessageTexts, momentLink, type NotificationEvent, type Notifications } from '../notifications/index.ts';
import type { AlertChange } from './alerts.events.ts';
import type { QueueNotifications } from './runner/alert-steps.repository.ts';
import { isCancelled } from './runner/followed.ts';

interface AlertNotificationsDeps {
  readonly notifications: Notifications;
  readonly devices: Pick<DevicesFeature, 'devices' | 'access'>;
}

/** Notifies the owner of a device, and those who may acknowledge its alerts, of what becomes of them. */
export function alertNotifications({ notifications, devices }: AlertNotificationsDeps): QueueNotifications {
  const recipientsOf = ({ accountId }: AlertChange, device: DeviceRecord | undefined): number[] => {
    if (!device) return [];
    // What a former owner was alerted of is nothing for the one who has it now.
    return device.accountId === accountId ? [...devices.access.audience(device, 'operate')] : [accountId];
  };
  const eventOf = (change: AlertChange): NotificationEvent[] => {
    const device = devices.devices.findById(change.deviceId);
    const kind = kindOf(change);
    // That it is over ends what is repeated about it, also when its device is gone and nobody is notified.
    if (kind === null || (!device && kind !== 'cleared')) return [];
    const nameIn = (language: Language) => (device ? displayName(device, language) : '');
    const { alertId, accountId, severity, key, value, limit, startedAt, at, to, report } = change;
    return [
      {
        key: `${alertTopic(alertId)}:${to === 'muted' || to === 'resumed' ? `${to}-${at}` : to}`,
        accountId,
        recipients: recipientsOf(change, device),
        severity,
        kind,
        group: change.groupName,
        ...textsOf(change, nameIn('en'), 'en'),
        translations: Object.fromEntries(
          otherLanguages.map((language) => [language, { what: null, ...textsOf(change, nameIn(language), language) }]),
        ),
        value,
        limit,
        reading: readingOf(report),
        since: startedAt,
        link: device ? momentLink({ espid: device.espid, key, since: startedAt, at }) : '/alerts',
        espid: device?.espid ?? null,
        at,
      },
    ];
  };
  return (transaction, changes) => notifications.queue(transaction, ...changes.flatMap(eventOf));
}

/** What the events of an alert have in common. */
export const alertTopic = (alertId: number): string => `alert:${alertId}`;

const otherLanguages = languageCodes.filter((language) => language !== 'en');

/** What happened in one language, and what the device did where a message about several devices can describe it in a word. */
function textsOf({ report, ruleName, kind, to }: AlertChange, device: string, language: Language) {
  const { alert, suffixes, wentOffline, stillOffline, cameBack, wereCancelled } = alertMessageTexts[language];
  const text = alertText(report, language);
  const named = kind === 'silent' ? builtInRuleNameIn(ruleName, language) : ruleName;
  const became = to === 'cleared' && isCancelled(report) ? 'cancelled' : to;
  const did: { readonly [state in typeof became]?: string } = {
    cancelled: wereCancelled,
    ...(kind === 'silent' && { active: wentOffline, resumed: stillOffline, cleared: cameBack }),
  };
  const what = did[became];
  return {
    subject: `${device}: ${(named ?? text.replace(/\.$/, '')) || alert}${suffixes[became]}`,
    text,
    ...(what !== undefined && { what }),
  };
}

/** What was measured, such as `39.2 °C`; null: nothing that has a number. */
function readingOf(report: AlertReport): string | null {
  for (const statement of report) {
    if (!('unit' in statement)) continue;
    const value = 'value' in statement ? statement.value : 'to' in statement ? statement.to : null;
    if (value !== null) return `${formatNumber(value)} ${statement.unit}`.trimEnd();
  }
  return null;
}

/** A snooze ends what is repeated, as acknowledging does; null: nobody is notified. */
function kindOf({ to, quietUntil }: AlertChange): 'active' | 'cleared' | 'acknowledged' | null {
  if (to === 'muted') return 'acknowledged';
  if (to === 'resumed') return 'active';
  if (to === 'unmuted' || (to !== 'acknowledged' && quietUntil !== null)) return null;
  return to;
}
