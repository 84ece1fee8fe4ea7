import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { NotificationEvent, Notifications } from '../notifications/index.ts';
import type { AlertChange } from './alerts.events.ts';
import type { QueueNotifications } from './runner/alert-steps.repository.ts';

interface AlertNotificationsDeps {
  readonly notifications: Notifications;
  readonly devices: Pick<DevicesFeature, 'devices' | 'access'>;
}

/** Notifies the owner of a device, and those who may acknowledge its alerts, of what becomes of them. */
export function alertNotifications({ notifications, devices }: AlertNotificationsDeps): QueueNotifications {
  const eventOf = (change: AlertChange): NotificationEvent[] => {
    const device = devices.devices.findById(change.deviceId);
    const kind = kindOf(change);
    if (!device || kind === null) return [];
    const { alertId, accountId, severity, value, limit, startedAt, at, to } = change;
    return [
      {
        key: `alert:${alertId}:${to === 'muted' || to === 'resumed' ? `${to}-${at}` : to}`,
        accountId,
        recipients: [...devices.access.audience(device, 'operate')],
        severity,
        kind,
        group: change.groupName,
        subject: `${device.name}: ${(change.ruleName ?? change.text.replace(/\.$/, '')) || 'Alert'}${suffixes[to]}`,
        text: change.text,
        ...(change.kind === 'silent' && kind !== 'acknowledged' && { what: silentDid[kind] }),
        value,
        limit,
        since: startedAt,
        link: `/alerts?device=${encodeURIComponent(device.espid)}`,
        espid: device.espid,
        at,
      },
    ];
  };
  return (transaction, changes) => notifications.queue(transaction, ...changes.flatMap(eventOf));
}

const silentDid = { active: 'went offline', cleared: 'came back' };
const suffixes = {
  active: '',
  cleared: ' – back to normal',
  acknowledged: ' – acknowledged',
  muted: ' – snoozed',
  unmuted: '',
  resumed: ' – still active',
};

/** A snooze ends what is repeated, as acknowledging does; null: nobody is notified. */
function kindOf({ to, quietUntil }: AlertChange): 'active' | 'cleared' | 'acknowledged' | null {
  if (to === 'muted') return 'acknowledged';
  if (to === 'resumed') return 'active';
  if (to === 'unmuted' || (to !== 'acknowledged' && quietUntil !== null)) return null;
  return to;
}
