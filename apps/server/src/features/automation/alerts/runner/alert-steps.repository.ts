import { type Alert, type AlertReport, alertText } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../../platform/database/index.ts';
import { alertChanges, alerts, commands } from '../../../../platform/database/schema/index.ts';
import { changeColumns, maintenanceAt } from '../alert-change.sql.ts';
import type { AlertChange } from '../alerts.events.ts';
import type { KnownFailure } from '../machines/failure-detector.ts';

/** Queues what people are to be notified of, in the transaction that writes what became of alerts. */
export type QueueNotifications = (transaction: Transaction, changes: readonly AlertChange[]) => Promise<void>;

/** An alert that begins: of a rule as it was at `updatedAt`. */
export interface NewAlert {
  readonly ruleId: number;
  readonly updatedAt: number;
  readonly deviceId: number;
  readonly kind: Alert['kind'];
  readonly key: string | null;
  readonly limit: number | null;
  readonly startedAt: number;
}

/** What becomes of alerts: some become active, and some that are stored end. */
export interface AlertSteps {
  readonly activations: readonly (NewAlert & {
    readonly at: number;
    readonly report: AlertReport;
    readonly value: number | null;
  })[];
  readonly ends: readonly { readonly alertId: number; readonly at: number; readonly report: AlertReport }[];
}

/** An alert that is not cleared, as it is stored. */
export interface OpenAlert {
  readonly id: number;
  readonly ruleId: number;
  readonly deviceId: number;
  readonly state: 'pending' | 'active' | 'acknowledged';
  readonly startedAt: number;
  /** The outputs and events of its device whose newest command failed. */
  readonly failures: readonly KnownFailure[];
}

export type AlertStepsRepository = ReturnType<typeof alertStepsRepository>;

/** A condition that had to last for less was not pending. */
const pendingMs = 1_000;

const activationsOf = (steps: readonly unknown[]) => sql`jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step(
  "ruleId" int, "updatedAt" bigint, "deviceId" int, kind text, key text, "limit" float8, "startedAt" bigint, at bigint,
  text text, report jsonb, value float8)`;

/** Only what the rule, as it is now, is for: it may have been changed, and its device deleted or handed over. */
const stillMeant = sql`join alert_rules as rule on rule.id = step."ruleId" and rule.updated_at = step."updatedAt"
    and rule.enabled and rule.deleted_at is null
  join devices on devices.id = step."deviceId" and devices.account_id = rule.account_id and devices.deleted_at is null`;

/** A failure lasts for a day at most, so a command of before that can have none of an alert. */
const dayMs = 24 * 3_600_000;

const openColumns = sql`id, rule_id as "ruleId", device_id as "deviceId", state, started_at as "startedAt", array(
  select json_build_object('what', target, 'at', greatest(sent_at, created_at, ${alerts.startedAt})) from (
    select distinct on (target) target, id, state, sent_at, created_at from ${commands}
    where device_id = ${alerts.deviceId} and created_at > ${alerts.startedAt} - ${dayMs}::bigint and ${alerts.kind} = 'command-failed'
      and (state in ('failed', 'expired', 'acknowledged') or (state = 'queued' and reason is not null))
    order by target, id desc
  ) as newest where state <> 'acknowledged' order by id) as failures`;

/** The SQL of the steps that rules take. */
export function alertStepsRepository({ orm }: Database, queueNotifications: QueueNotifications) {
  return {
    /**
     * Writes steps, what became of each alert, and what is to be notified, in one transaction. Returns what was written: without
     * those whose alert another server had begun or ended, or whose rule was changed meanwhile.
     */
    async write({ activations, ends }: AlertSteps): Promise<AlertChange[]> {
      return orm.transaction(async (tx) => {
        // A rule that was changed may end on a device and be active on it again.
        const ended = ends.length > 0 ? await end(tx, ends) : [];
        const begun = activations.length > 0 ? await activate(tx, activations) : [];
        const changes = [...ended, ...begun];
        const pending = begun.filter(({ startedAt, at }) => at - startedAt >= pendingMs);
        const rows = [
          ...pending.map(({ alertId, startedAt: at }) => ({
            alertId,
            at,
            to: 'pending' as const,
            text: '',
            report: [],
          })),
          ...changes.map(({ alertId, at, to, report }) => ({ alertId, at, to, report, text: alertText(report, 'en') })),
        ];
        if (rows.length > 0) await tx.insert(alertChanges).values(rows);
        if (changes.length > 0) await queueNotifications(tx, changes);
        return changes;
      });
    },

    /** Stores since when conditions hold, so that they continue after a restart; returns the ids of the alerts. */
    async savePending(pending: readonly NewAlert[]): Promise<Pick<OpenAlert, 'id' | 'ruleId' | 'deviceId'>[]> {
      const { rows } = await orm.execute<Pick<OpenAlert, 'id' | 'ruleId' | 'deviceId'>>(sql`
        insert into ${alerts} (rule_id, account_id, device_id, severity, state, kind, key, text, limit_value, started_at)
        select rule.id, rule.account_id, devices.id, rule.severity, 'pending', step.kind, step.key, '', step."limit", step."startedAt"
        from ${activationsOf(pending)} ${stillMeant}
        on conflict (rule_id, device_id) where state <> 'cleared'
          do update set started_at = excluded.started_at where alerts.state = 'pending'
        returning id, rule_id as "ruleId", device_id as "deviceId"`);
      return rows;
    },

    /** Forgets alerts that never became active. */
    async removePending(ids: readonly number[]): Promise<void> {
      await orm.execute(sql`delete from ${alerts} where id = any(${sql.param(ids)}::int[]) and state = 'pending'`);
    },

    async listOpen(): Promise<OpenAlert[]> {
      const { rows } = await orm.execute<OpenAlert & Record<string, unknown>>(sql`
        select ${openColumns} from ${alerts} where state <> 'cleared'`);
      return rows;
    },

    /** The alert of a rule on a device that is not cleared. */
    async findOpen(ruleId: number, deviceId: number): Promise<OpenAlert | undefined> {
      const { rows } = await orm.execute<OpenAlert & Record<string, unknown>>(sql`
        select ${openColumns} from ${alerts} where rule_id = ${ruleId} and device_id = ${deviceId} and state <> 'cleared'`);
      return rows[0];
    },

    /** When alerts became active after an instant. */
    async listActivations(since: number): Promise<{ ruleId: number; deviceId: number; at: number }[]> {
      const { rows } = await orm.execute<{ ruleId: number; deviceId: number; at: number }>(sql`
        select rule_id as "ruleId", device_id as "deviceId", active_at as at
        from ${alerts} where rule_id is not null and active_at > ${since} order by active_at`);
      return rows;
    },
  };
}

async function activate(tx: Transaction, activations: AlertSteps['activations']): Promise<AlertChange[]> {
  const { rows } = await tx.execute<Change>(sql`
    with alert as (
      insert into ${alerts}
        (rule_id, account_id, device_id, severity, state, kind, key, text, report, value, limit_value, started_at, active_at,
          during_maintenance, quiet_until)
      select rule.id, rule.account_id, devices.id, rule.severity, 'active', step.kind, step.key, step.text, step.report, step.value,
        step."limit", step."startedAt", step.at, maintenance.until is not null,
        case when greatest(rule.muted_until, maintenance.until) > step.at then greatest(rule.muted_until, maintenance.until) end
      from ${activationsOf(activations.map((step) => ({ ...step, text: alertText(step.report, 'en') })))} ${stillMeant} ${maintenanceAt(sql`step.at`)}
      on conflict (rule_id, device_id) where state <> 'cleared' do update set state = 'active', severity = excluded.severity,
        text = excluded.text, report = excluded.report, value = excluded.value, limit_value = excluded.limit_value, started_at = excluded.started_at,
        active_at = excluded.active_at, during_maintenance = excluded.during_maintenance, quiet_until = excluded.quiet_until
        where alerts.state = 'pending'
      returning *
    )
    select ${changeColumns}, 'active' as to, alert.active_at as at, null as "byId", alert.report
    from alert join alert_rules as rule on rule.id = alert.rule_id`);
  return rows;
}

async function end(tx: Transaction, ends: AlertSteps['ends']): Promise<AlertChange[]> {
  const { rows } = await tx.execute<Change>(sql`
    with step as (select * from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as step("alertId" int, at bigint, report jsonb)),
    alert as (
      update ${alerts} set state = 'cleared', cleared_at = step.at from step
      where alerts.id = step."alertId" and alerts.state in ('active', 'acknowledged') returning alerts.*
    )
    select ${changeColumns}, 'cleared' as to, alert.cleared_at as at, null as "byId", step.report
    from alert join alert_rules as rule on rule.id = alert.rule_id join step on step."alertId" = alert.id`);
  return rows;
}

type Change = AlertChange & Record<string, unknown>;
