import type { Alert, AlertReport, AlertSeverity } from '@cyno/contract';
import { defineEvent } from '../../../platform/bus/index.ts';

/** What became of an alert. Instants in ms since the epoch. */
export interface AlertChange {
  readonly alertId: number;
  readonly ruleId: number;
  /** What its owner calls the rule; null: nothing. */
  readonly ruleName: string | null;
  readonly accountId: number;
  readonly deviceId: number;
  /** The group of devices that it is in; null: in none. */
  readonly groupName: string | null;
  readonly kind: Alert['kind'];
  readonly key: string | null;
  readonly severity: AlertSeverity;
  /** `resumed`: it is still active when a snooze or a maintenance is over. */
  readonly to: 'active' | 'acknowledged' | 'cleared' | 'muted' | 'unmuted' | 'resumed';
  readonly at: number;
  /** Who did it; null: the rule itself. */
  readonly byId: number | null;
  /** What its alert reports. */
  readonly report: AlertReport;
  readonly value: number | null;
  readonly limit: number | null;
  readonly startedAt: number;
  readonly activeAt: number;
  /** Until when nobody is notified of it: it or its rule is snoozed, or its device is in maintenance. Null: people are. */
  readonly quietUntil: number | null;
}

/** An alert became active, was cleared, acknowledged, or muted. */
export const alertChanged = defineEvent<AlertChange>('alert.changed', { scope: 'cluster', key: 'deviceId' });

/** Alert rules of an account came, changed or went. */
export const alertRulesChanged = defineEvent<{ readonly accountId: number }>('alert-rules.changed', {
  scope: 'cluster',
  key: 'accountId',
});

/** A maintenance of the account's devices was planned, began, changed or ended. */
export const maintenanceChanged = defineEvent<{ readonly accountId: number }>('maintenance.changed', {
  scope: 'cluster',
  key: 'accountId',
});
