import { type AlertStatement, alertText } from '@cyno/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../../platform/database/index.ts';
import { alertChanges } from '../../../../platform/database/schema/index.ts';
import { changeColumns, maintenanceAt } from '../alert-change.sql.ts';
import type { AlertChange } from '../alerts.events.ts';
import type { QueueNotifications } from '../runner/alert-steps.repository.ts';

/** What became of alerts, and the accounts of which a maintenance began. */
interface Begun {
  readonly changes: AlertChange[];
  readonly begun: readonly number[];
}

type QuietReason = Extract<AlertStatement['code'], 'rule_snoozed' | 'maintenance'>;

export type QuietTimesRepository = ReturnType<typeof quietTimesRepository>;

const quietUntil = sql`greatest(alerts.muted_until, rule.muted_until, maintenance.until)`;
const isOpen = sql`alerts.state in ('active', 'acknowledged')`;
const isOf = (accountIds: readonly number[]) => sql`alerts.account_id = any(${sql.param(accountIds)}::int[])`;
const tablesAt = (
  now: number,
) => sql`alerts join devices on devices.id = alerts.device_id and devices.account_id = alerts.account_id
  left join alert_rules as rule on rule.id = alerts.rule_id ${maintenanceAt(now)}`;

/** The SQL of when alerts that are open already notify nobody, and when they do again. */
export function quietTimesRepository({ orm }: Database, queueNotifications: QueueNotifications) {
  const write = async (tx: Transaction, rows: AlertChange[]): Promise<AlertChange[]> => {
    if (rows.length === 0) return rows;
    await tx.insert(alertChanges).values(
      // The text of what is active again stands in the alert already.
      rows.map(({ alertId, at, to, byId, report }) => {
        const reported = to === 'resumed' ? [] : report;
        return { alertId, at, to, byId, report: reported, text: alertText(reported, 'en') };
      }),
    );
    await queueNotifications(tx, rows);
    return rows;
  };

  /** Makes open alerts quiet for as long as there is a reason; those that are quiet already are looked at when that ends. */
  const hush = async (
    tx: Transaction,
    condition: SQL,
    { now, byId, reason }: { readonly now: number; readonly byId: number | null; readonly reason: QuietReason },
  ): Promise<AlertChange[]> => {
    const { rows } = await tx.execute<AlertChange & Record<string, unknown>>(sql`
      with found as (
        select alerts.id, ${quietUntil} as until from ${tablesAt(now)}
        where ${isOpen} and alerts.quiet_until is null and ${quietUntil} > ${now} and ${condition}
        order by alerts.id for update of alerts
      ),
      alert as (update alerts set quiet_until = found.until from found where alerts.id = found.id returning alerts.*)
      select ${changeColumns}, 'muted' as to, ${now}::bigint as at, ${byId}::int as "byId", ${JSON.stringify([{ code: reason }])}::jsonb as report
      from alert left join alert_rules as rule on rule.id = alert.rule_id`);
    return write(tx, rows);
  };

  return {
    /** Whether anything begins or is over by now. */
    async isDue(now: number): Promise<boolean> {
      const { rows } = await orm.execute(sql`
        select where exists (select from maintenance_windows where until_at <= ${now} or (not begun and from_at <= ${now}))
          or exists (select from alerts where quiet_until <= ${now} and ${isOpen})`);
      return rows.length > 0;
    },

    /** The open alerts of a rule that was snoozed by `byId`. */
    ruleMuted: (ruleId: number, byId: number, now: number): Promise<AlertChange[]> =>
      orm.transaction((tx) => hush(tx, sql`alerts.rule_id = ${ruleId}`, { now, byId, reason: 'rule_snoozed' })),

    /** Takes each maintenance that begins, and what devices of the `changed` accounts have since they came into one that runs. */
    async begin(now: number, changed: readonly number[]): Promise<Begun> {
      return orm.transaction(async (tx) => {
        const { rows } = await tx.execute<{ accountId: number }>(sql`
          update maintenance_windows set begun = true where not begun and from_at <= ${now} and until_at > ${now}
          returning account_id as "accountId"`);
        const begun = rows.map(({ accountId }) => accountId);
        if (begun.length + changed.length === 0) return { changes: [], begun };
        const isInOne = sql`maintenance.until is not null and ${isOf([...begun, ...changed])}`;
        return { changes: await hush(tx, isInOne, { now, byId: null, reason: 'maintenance' }), begun };
      });
    },

    /** Ends the quiet of alerts that have no reason for it any more: of those whose time is over, or of all that accounts have. */
    async resume(now: number, accountIds?: readonly number[]): Promise<AlertChange[]> {
      const condition = accountIds ? isOf(accountIds) : sql`alerts.quiet_until <= ${now}`;
      return orm.transaction(async (tx) => {
        const { rows } = await tx.execute<AlertChange & Record<string, unknown>>(sql`
          with found as (
            select alerts.id, ${quietUntil} as until from ${tablesAt(now)}
            where alerts.quiet_until is not null and ${isOpen} and ${condition} order by alerts.id for update of alerts
          ),
          alert as (
            update alerts set quiet_until = case when found.until > ${now} then found.until end
            from found where alerts.id = found.id returning alerts.*
          )
          select ${changeColumns}, 'resumed' as to, ${now}::bigint as at, null as "byId", alert.report
          from alert left join alert_rules as rule on rule.id = alert.rule_id
          where alert.quiet_until is null and alert.state = 'active'`);
        return write(tx, rows);
      });
    },
  };
}
