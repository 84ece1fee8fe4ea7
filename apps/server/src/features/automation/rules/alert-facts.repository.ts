import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import type { AlertFact } from './watches/alert-watch.ts';

interface Wanted {
  readonly accountId: number;
  readonly ruleIds: readonly number[];
}

type Row = Omit<AlertFact, 'state' | 'at' | 'startedAt'> & {
  readonly startedAt: number | string;
  readonly activeAt: number;
  readonly acknowledgedAt: number | null;
  readonly clearedAt: number | null;
};

const columns = sql`alerts.rule_id as "ruleId", rule.name as "ruleName", alerts.id as "alertId", devices.espid, alerts.key, alerts.started_at as "startedAt",
  coalesce(alerts.active_at, alerts.started_at) as "activeAt", alerts.acknowledged_at as "acknowledgedAt", alerts.cleared_at as "clearedAt"`;
const tables = sql`alerts join alert_rules as rule on rule.id = alerts.rule_id and rule.account_id = alerts.account_id
  join devices on devices.id = alerts.device_id and devices.account_id = alerts.account_id`;
const ofRules = ({ accountId, ruleIds }: Wanted) =>
  sql`alerts.account_id = ${accountId} and alerts.rule_id = any(${sql.param(ruleIds)}::int[]) and alerts.state <> 'pending'`;

/** The SQL of what automations read of alerts. */
export function alertFactsRepository({ orm }: Database) {
  const find = async (query: ReturnType<typeof sql>) => (await orm.execute<Row & Record<string, unknown>>(query)).rows;
  return {
    /** How the newest alert of each rule stands on each device, of the account alone. */
    async listNewest(wanted: Wanted): Promise<AlertFact[]> {
      const rows = await find(sql`select distinct on (alerts.rule_id, alerts.device_id) ${columns} from ${tables}
        where ${ofRules(wanted)} order by alerts.rule_id, alerts.device_id, alerts.id desc`);
      return rows.flatMap((row) => factsOf(row).slice(-1));
    },

    /** All that became of alerts of the rules that lasted in a range of time, oldest first. */
    async listBetween(wanted: Wanted, { from, to }: { from: number; to: number }): Promise<AlertFact[]> {
      const rows = await find(sql`select ${columns} from ${tables} where ${ofRules(wanted)}
        and alerts.active_at < ${to} and coalesce(alerts.cleared_at, ${to}) >= ${from} order by alerts.id limit 10000`);
      return rows
        .flatMap(factsOf)
        .filter(({ at }) => at < to)
        .sort((a, b) => a.at - b.at);
    },

    /** What people call these rules; null: nothing. */
    async ruleNames({ accountId, ruleIds }: Wanted): Promise<Map<number, string | null>> {
      const { rows } = await orm.execute<{ id: number; name: string | null }>(
        sql`select id, name from alert_rules where account_id = ${accountId} and id = any(${sql.param(ruleIds)}::int[])`,
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** Whether the account has such a rule, that was not deleted. */
    async hasRule(accountId: number, ruleId: number): Promise<boolean> {
      const { rows } = await orm.execute(
        sql`select from alert_rules where id = ${ruleId} and account_id = ${accountId} and deleted_at is null`,
      );
      return rows.length > 0;
    },
  };
}

export type AlertFactsRepository = ReturnType<typeof alertFactsRepository>;

/** What became of an alert, oldest first. */
function factsOf({ activeAt, acknowledgedAt, clearedAt, startedAt, ...alert }: Row): AlertFact[] {
  const instants = [
    ['active', activeAt],
    ['acknowledged', acknowledgedAt],
    ['cleared', clearedAt],
  ] as const;
  return instants.flatMap(([state, at]) =>
    at === null ? [] : [{ ...alert, startedAt: Number(startedAt), state, at: Number(at) }],
  );
}
