import type { Alert, AlertSeverity } from '@cyno/contract';
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
  readonly to: 'active' | 'acknowledged' | 'cleared' | 'muted' | 'unmuted';
  readonly at: number;
  /** Who did it; null: the rule itself. */
  readonly byId: number | null;
  readonly text: string;
  readonly value: number | null;
  readonly limit: number | null;
  readonly startedAt: number;
  readonly activeAt: number;
  /** Until when nobody is to be notified of it, because it or its rule is muted; null: people are. */
  readonly mutedUntil: number | null;
}

/** An alert became active, was cleared, acknowledged, or muted. */
export const alertChanged = defineEvent<AlertChange>('alert.changed', { scope: 'cluster', key: 'deviceId' });

/** Alert rules of an account came, changed or went. */
export const alertRulesChanged = defineEvent<{ readonly accountId: number }>('alert-rules.changed', {
  scope: 'cluster',
  key: 'accountId',
});
