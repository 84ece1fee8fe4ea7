import type { AlertReport, AlertSeverity, AlertsQuery } from '@cyno/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { alertChanges, type alerts } from '../../../platform/database/schema/index.ts';
import { changeColumns } from './alert-change.sql.ts';
import type { AlertChange } from './alerts.events.ts';
import type { QueueNotifications } from './runner/alert-steps.repository.ts';

type AlertColumns = typeof alerts.$inferSelect;

/** An alert as it is stored, without one that never became active. */
export interface AlertRow extends Omit<AlertColumns, 'state' | 'acknowledgedBy' | 'quietUntil'> {
  readonly state: Exclude<AlertColumns['state'], 'pending'>;
  /** The e-mail of who did it. */
  readonly acknowledgedBy: string | null;
}

/** One that lasts. */
export interface OpenAlertRow extends AlertRow {
  readonly state: 'active' | 'acknowledged';
  readonly activeAt: number;
}

/** One that is over. */
export interface ClearedAlertRow extends AlertRow {
  readonly state: 'cleared';
  readonly activeAt: number;
  readonly clearedAt: number;
}

/** What an account may see: alerts of its own devices, and of those that are shared with it. */
export interface Visible {
  readonly accountId: number;
  readonly sharedIds: readonly number[];
}

type Found = Omit<AlertsQuery, 'espid'> & { readonly deviceId: number | undefined };

export type AlertsRepository = ReturnType<typeof alertsRepository>;

const columns = sql`alerts.id, case when rule.deleted_at is null then alerts.rule_id end as "ruleId", alerts.account_id as "accountId",
  alerts.device_id as "deviceId", alerts.severity, alerts.state, alerts.kind, alerts.key, alerts.text, alerts.report, alerts.value,
  alerts.limit_value as "limit", alerts.started_at as "startedAt", alerts.active_at as "activeAt",
  alerts.acknowledged_at as "acknowledgedAt", person.email as "acknowledgedBy", alerts.cleared_at as "clearedAt",
  alerts.muted_until as "mutedUntil", alerts.during_maintenance as "duringMaintenance"`;
/** What a former owner of a device was alerted of is nothing for the one who has it now. */
const tables = sql`alerts join devices on devices.id = alerts.device_id and devices.account_id = alerts.account_id
    and devices.deleted_at is null
  left join alert_rules as rule on rule.id = alerts.rule_id
  left join accounts as person on person.id = alerts.acknowledged_by`;
const visibleTo = ({ accountId, sharedIds }: Visible) =>
  sql`alerts.state <> 'pending' and (alerts.account_id = ${accountId} or alerts.device_id = any(${sql.param(sharedIds)}::int[]))`;

/** The SQL of what people see of alerts and do about them. */
export function alertsRepository({ orm }: Database, queueNotifications: QueueNotifications) {
  const select = async (condition: SQL): Promise<AlertRow[]> =>
    (await orm.execute<AlertRow & Record<string, unknown>>(sql`select ${columns} from ${tables} where ${condition}`))
      .rows;
  return {
    /** Newest first. */
    async list(visible: Visible, query: Found): Promise<AlertRow[]> {
      const conditions = [visibleTo(visible)];
      if (query.show === 'open') conditions.push(sql`alerts.state in ('active', 'acknowledged')`);
      if (query.deviceId !== undefined) conditions.push(sql`alerts.device_id = ${query.deviceId}`);
      if (query.severity !== undefined) conditions.push(sql`alerts.severity = ${query.severity}`);
      if (query.rule !== undefined) conditions.push(sql`alerts.rule_id = ${query.rule}`);
      if (query.from !== undefined) conditions.push(sql`coalesce(alerts.cleared_at, ${query.from}) >= ${query.from}`);
      if (query.to !== undefined) conditions.push(sql`alerts.started_at < ${query.to}`);
      if (query.before !== undefined) conditions.push(sql`alerts.id < ${query.before}`);
      return select(sql`${sql.join(conditions, sql` and `)} order by alerts.id desc limit ${query.limit}`);
    },

    async find(visible: Visible, ids: readonly number[]): Promise<AlertRow[]> {
      return select(sql`${visibleTo(visible)} and alerts.id = any(${sql.param(ids)}::int[]) order by alerts.id desc`);
    },

    /** What lasts on these devices, newest first. */
    async openOf(deviceIds: readonly number[], limit: number): Promise<OpenAlertRow[]> {
      const rows = await select(sql`alerts.state in ('active', 'acknowledged')
        and alerts.device_id = any(${sql.param(deviceIds)}::int[]) order by alerts.id desc limit ${limit}`);
      return rows as OpenAlertRow[];
    },

    /** What was cleared on these devices from an instant on, newest first. */
    async clearedOf(deviceIds: readonly number[], from: number, limit: number): Promise<ClearedAlertRow[]> {
      const rows =
        await select(sql`alerts.state = 'cleared' and alerts.cleared_at >= ${from} and alerts.active_at is not null
        and alerts.device_id = any(${sql.param(deviceIds)}::int[]) order by alerts.id desc limit ${limit}`);
      return rows as ClearedAlertRow[];
    },

    /** How many are active and not acknowledged. */
    async countActive(visible: Visible): Promise<Record<AlertSeverity, number>> {
      const { rows } = await orm.execute<{ severity: AlertSeverity; active: number }>(sql`
        select alerts.severity, count(*) as active from ${tables}
        where ${visibleTo(visible)} and alerts.state = 'active' group by 1`);
      const found = new Map(rows.map(({ severity, active }) => [severity, Number(active)]));
      const of = (severity: AlertSeverity) => found.get(severity) ?? 0;
      return { info: of('info'), warning: of('warning'), critical: of('critical') };
    },

    /** What became of an alert, oldest first. */
    async changesOf(alertId: number) {
      const { rows } = await orm.execute<{
        at: number;
        to: (typeof alertChanges.$inferSelect)['to'];
        by: string | null;
        text: string;
        report: AlertReport;
      }>(sql`
        select ${alertChanges.at}, ${alertChanges.to}, accounts.email as by, ${alertChanges.text}, ${alertChanges.report}
        from ${alertChanges} left join accounts on accounts.id = ${alertChanges.byId}
        where ${alertChanges.alertId} = ${alertId} order by ${alertChanges.id}`);
      return rows;
    },

    /** Acknowledges alerts that are active; returns what was changed. */
    acknowledge: (ids: readonly number[], by: { id: number; at: number }) =>
      change(orm, queueNotifications, {
        ids,
        by,
        to: 'acknowledged',
        change: sql`update alerts set state = 'acknowledged', acknowledged_at = ${by.at}, acknowledged_by = ${by.id}
          where id = any(${sql.param(ids)}::int[]) and state = 'active' returning *`,
      }),

    /** Mutes alerts that are not cleared; `until` null: no more. Returns what was changed. */
    mute: (ids: readonly number[], by: { id: number; at: number }, until: number | null) =>
      change(orm, queueNotifications, {
        ids,
        by,
        to: until === null ? 'unmuted' : 'muted',
        change: sql`update alerts set muted_until = ${until}, quiet_until = greatest(quiet_until, ${until}::bigint)
          where id = any(${sql.param(ids)}::int[]) and state in ('active', 'acknowledged')
            and muted_until is distinct from ${until}::bigint returning *`,
      }),

    /** Removes what was cleared before an instant, and of each account what is above `limit`, the oldest first. */
    async removeOld(before: number, limit: number): Promise<void> {
      await orm.execute(sql`delete from alerts where state = 'cleared' and cleared_at < ${before}`);
      await orm.execute(sql`
        delete from alerts using (
          select id from (
            select id, row_number() over (partition by account_id order by id desc) as place from alerts
          ) as ranked where place > ${limit}
        ) as extra where alerts.id = extra.id and alerts.state = 'cleared'`);
    },
  };
}

interface ByPerson {
  readonly ids: readonly number[];
  readonly by: { readonly id: number; readonly at: number };
  readonly to: 'acknowledged' | 'muted' | 'unmuted';
  readonly change: SQL;
}

/** Changes alerts, writes down who did it, and queues what is to be notified, in one transaction. */
async function change(
  orm: Database['orm'],
  queueNotifications: QueueNotifications,
  step: ByPerson,
): Promise<AlertChange[]> {
  return orm.transaction(async (tx: Transaction) => {
    const { rows } = await tx.execute<AlertChange & Record<string, unknown>>(sql`
      with alert as (${step.change})
      select ${changeColumns}, ${step.to} as to, ${step.by.at}::bigint as at, ${step.by.id}::int as "byId", '[]'::jsonb as report
      from alert left join alert_rules as rule on rule.id = alert.rule_id`);
    if (rows.length === 0) return [];
    await tx
      .insert(alertChanges)
      .values(rows.map(({ alertId, at, to, byId }) => ({ alertId, at, to, byId, text: '', report: [] })));
    await queueNotifications(tx, rows);
    return rows;
  });
}
