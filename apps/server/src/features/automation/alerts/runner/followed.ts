import type { AlertCondition, AlertReport, AlertStatement, DeviceVariable } from '@cyno/contract';
import type { DeviceRecord } from '../../../boards/devices/index.ts';
import type { AlertRuleRecord } from '../alert-rules.repository.ts';
import type { AlertMachine } from '../machines/alert-machine.ts';
import type { DetectorNames } from '../machines/detector.ts';
import type { NewAlert } from './alert-steps.repository.ts';

/** A rule that is followed on one device. */
export interface Followed {
  /** By which it is woken. */
  readonly key: number;
  rule: AlertRuleRecord;
  readonly device: DeviceRecord;
  readonly machine: AlertMachine;
  /** The stored alert that is not cleared; null: there is none. */
  alertId: number | null;
  /** While a step waits or is written no other is taken. */
  isBusy: boolean;
  /** It is given what is stored of the time before; what comes meanwhile is left out. */
  isWarming: boolean;
  /** Not before this instant, because the database did not respond. */
  notBefore: number;
  /** Since when its condition holds, as it is stored; null: nothing is. */
  savedStart: number | null;
  /** Why it is not followed any more. */
  endReason?: EndReason;
}

const endReasons = [
  'rule_changed',
  'rule_deleted',
  'rule_disabled',
  'rule_elsewhere',
  'device_gone',
  'device_paused',
] as const satisfies readonly AlertStatement['code'][];

/** Why a rule is no longer followed on a device. */
export type EndReason = (typeof endReasons)[number];

/** Whether an alert ended because its rule is no longer followed: what it was about may last. */
export const isCancelled = (report: AlertReport): boolean =>
  report.some(({ code }) => endReasons.some((reason) => reason === code));

/** The variable that a condition is about; null: the device itself. */
export const keyOf = (condition: AlertCondition): string | null => ('key' in condition ? condition.key : null);

/** The limit that an alert names; null: it has none. */
const limitOf = (condition: AlertCondition): number | null => ('threshold' in condition ? condition.threshold : null);

/** What people call the variable of a condition. */
export function namesOf(condition: AlertCondition, variables: () => readonly DeviceVariable[]): DetectorNames {
  const key = keyOf(condition) ?? '';
  const variable = () => variables().find((one) => one.key === key);
  return { label: () => variable()?.label ?? key, unit: () => variable()?.unit ?? '' };
}

/** The alert of a rule whose condition holds since `startedAt`. */
export const newAlertOf = ({ rule, device }: Followed, startedAt: number): NewAlert => ({
  ruleId: rule.id,
  updatedAt: rule.updatedAt,
  deviceId: device.id,
  kind: rule.condition.kind,
  key: keyOf(rule.condition),
  limit: limitOf(rule.condition),
  startedAt,
});
