import { type AlertRulePatch, type AlertRuleRequest, builtInRuleName } from '@cyno/contract';
import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { alertRules, alerts } from '../../../platform/database/schema/index.ts';

/** A rule as it is held in memory. */
export type AlertRuleRecord = typeof alertRules.$inferSelect;

export type AlertRulesRepository = ReturnType<typeof alertRulesRepository>;

/** The rule that each account has: as usual as it can be, so that it is right for devices that report each hour. */
const builtIn: AlertRuleRequest = {
  name: builtInRuleName,
  enabled: true,
  severity: 'critical',
  scope: { kind: 'all' },
  condition: { kind: 'silent', seconds: null },
};

/** The SQL of alert rules. */
export function alertRulesRepository({ orm, holding }: Database) {
  const own = (accountId: number, id: number) => and(eq(alertRules.accountId, accountId), eq(alertRules.id, id));
  return {
    async listAll(): Promise<AlertRuleRecord[]> {
      return orm.select().from(alertRules).where(isNull(alertRules.deletedAt)).orderBy(alertRules.id);
    },

    /** Gives the built-in rule to accounts that have none yet; null: to all of them. Returns the new ones. */
    async addBuiltIn(accountId: number | null, now: number): Promise<AlertRuleRecord[]> {
      const { name, enabled, severity, scope, condition } = builtIn;
      const { rows } = await orm.execute<{ id: number }>(sql`
        insert into ${alertRules} (account_id, built_in, name, enabled, severity, scope, condition, created_at, updated_at)
        select id, true, ${name}, ${enabled}, ${severity}, ${JSON.stringify(scope)}::jsonb, ${JSON.stringify(condition)}::jsonb, ${now}, ${now}
        from accounts
        where (${accountId}::int is null or id = ${accountId})
          and not exists (select from ${alertRules} as known where known.account_id = accounts.id and known.built_in)
        on conflict do nothing returning id`);
      if (rows.length === 0) return [];
      const ids = sql.param(rows.map(({ id }) => id));
      return orm.select().from(alertRules).where(sql`${alertRules.id} = any(${ids}::int[])`);
    },

    /** The new rule; undefined when the account has `limit` already. */
    async add(
      accountId: number,
      request: AlertRuleRequest,
      { now, limit }: { now: number; limit: number },
    ): Promise<AlertRuleRecord | undefined> {
      return holding({ table: 'accounts', id: accountId }, async (tx) => {
        const [present] = await tx
          .select({ rules: count() })
          .from(alertRules)
          .where(and(eq(alertRules.accountId, accountId), isNull(alertRules.deletedAt)));
        if ((present?.rules ?? 0) >= limit) return undefined;
        const [row] = await tx
          .insert(alertRules)
          .values({ ...request, accountId, createdAt: now, updatedAt: now })
          .returning();
        return row;
      });
    },

    /** Undefined when there is no such rule. */
    async change(
      accountId: number,
      id: number,
      patch: AlertRulePatch,
      now: number,
    ): Promise<AlertRuleRecord | undefined> {
      const [row] = await orm
        .update(alertRules)
        // Later than before also after the clock was set back: a changed rule is known by it.
        .set({ ...patch, updatedAt: sql`greatest(${now}, ${alertRules.updatedAt} + 1)` })
        .where(and(own(accountId, id), isNull(alertRules.deletedAt)))
        .returning();
      return row;
    },

    async mute(accountId: number, id: number, mutedUntil: number | null): Promise<AlertRuleRecord | undefined> {
      const [row] = await orm
        .update(alertRules)
        .set({ mutedUntil })
        .where(and(own(accountId, id), isNull(alertRules.deletedAt)))
        .returning();
      return row;
    },

    /** False when there is no such rule. */
    async remove(accountId: number, id: number, deletedAt: number): Promise<boolean> {
      const { rowCount } = await orm
        .update(alertRules)
        .set({ deletedAt })
        .where(and(own(accountId, id), isNull(alertRules.deletedAt), eq(alertRules.builtIn, false)));
      return rowCount === 1;
    },

    /** The rule that was deleted after `since`; `full`: the account has `limit` rules. */
    async restore(
      accountId: number,
      id: number,
      { since, limit }: { since: number; limit: number },
    ): Promise<AlertRuleRecord | 'full' | undefined> {
      return holding({ table: 'accounts', id: accountId }, async (tx) => {
        const deleted = and(own(accountId, id), isNotNull(alertRules.deletedAt), gt(alertRules.deletedAt, since));
        const [known] = await tx.select({ id: alertRules.id }).from(alertRules).where(deleted);
        if (!known) return undefined;
        const [present] = await tx
          .select({ rules: count() })
          .from(alertRules)
          .where(and(eq(alertRules.accountId, accountId), isNull(alertRules.deletedAt)));
        if ((present?.rules ?? 0) >= limit) return 'full' as const;
        const [row] = await tx.update(alertRules).set({ deletedAt: null }).where(deleted).returning();
        return row;
      });
    },

    /** How many alerts of each of the account's rules are not cleared. */
    async activeOf(accountId: number): Promise<Map<number, number>> {
      const { rows } = await orm.execute<{ ruleId: number; active: number }>(sql`
        select rule_id as "ruleId", count(*) as active from ${alerts}
        where account_id = ${accountId} and state in ('active', 'acknowledged') and rule_id is not null group by rule_id`);
      return new Map(rows.map(({ ruleId, active }) => [ruleId, Number(active)]));
    },

    /** Removes for good what was deleted before an instant. */
    async forget(before: number): Promise<void> {
      await orm.delete(alertRules).where(lt(alertRules.deletedAt, before));
    },
  };
}
