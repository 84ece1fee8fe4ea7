import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { automationRuns, automations } from '../../../platform/database/schema/index.ts';
import type { AutomationRecord } from '../definitions/index.ts';
import { type NewRun, placeStart, type RunRow, replaceSteps } from '../runs/index.ts';
import type { RuleProgress } from './rule-machine.ts';

/** The state of a rule in the database. */
export interface StoredProgress extends RuleProgress {
  readonly id: number;
  readonly updatedAt: number;
}

/** Since when the conditions of a rule hold, with the version of the rule. */
export type StoredHoldsSince = Pick<StoredProgress, 'id' | 'updatedAt' | 'holdsSince'>;

/** The SQL of how far rules are: each step is taken by one server. */
export function ruleProgressRepository({ orm, pool }: Database) {
  return {
    /**
     * Takes a step of a rule from `before` to `after`, and writes its run down in the same transaction: null when there was none to
     * write. Returns undefined when the rule stands differently or was changed meanwhile. A start that is not done at once begins no limit.
     */
    async takeStep(step: {
      readonly record: Pick<AutomationRecord, 'id' | 'updatedAt' | 'definition'>;
      readonly before: RuleProgress;
      readonly after: RuleProgress;
      readonly run: NewRun | null;
      /** What follows, in the place of what still waits; null: that continues. */
      readonly steps: readonly NewRun[] | null;
    }): Promise<{ run: RunRow | null; after: RuleProgress } | undefined> {
      const { record, before, steps } = step;
      return orm.transaction(async (tx) => {
        const isStart = step.run?.phase === 'start' && step.run.outcome === 'sent';
        const { whileRunning } = record.definition;
        const run =
          step.run && isStart ? await placeStart(tx, step.run, { steps: steps ?? [], whileRunning }) : step.run;
        const isPostponed = isStart && run?.outcome !== 'sent';
        const after = isPostponed ? { ...step.after, revertAt: before.revertAt } : step.after;
        const moved = await tx
          .update(automations)
          .set({ active: after.active, holdsSince: after.holdsSince, revertAt: after.revertAt })
          .where(
            and(
              eq(automations.id, record.id),
              isNull(automations.deletedAt),
              eq(automations.updatedAt, record.updatedAt),
              eq(automations.active, before.active),
              before.revertAt === null ? isNull(automations.revertAt) : eq(automations.revertAt, before.revertAt),
            ),
          )
          .returning({ id: automations.id });
        if (moved.length === 0) return undefined;
        if (steps !== null && !isPostponed) await replaceSteps(tx, record.id, steps);
        const [row = null] = run === null ? [] : await tx.insert(automationRuns).values(run).returning();
        return { run: row, after };
      });
    },

    async findProgress(id: number): Promise<StoredProgress | undefined> {
      const { updatedAt, active, holdsSince, revertAt } = automations;
      const columns = { id: automations.id, updatedAt, active, holdsSince, revertAt };
      const [row] = await orm
        .select(columns)
        .from(automations)
        .where(and(eq(automations.id, id), isNull(automations.deletedAt)));
      return row;
    },

    /** A definition that was changed restarts. `latestRevertAt`: when its limit ends at the latest; null: it is forgotten. Returns when it ends. */
    async resetProgress(id: number, { latestRevertAt }: { latestRevertAt: number | null }): Promise<number | null> {
      const { revertAt } = automations;
      // `least` leaves a null out: without a limit under way there is none to bring forward.
      const earlier = sql`case when ${revertAt} is not null then least(${revertAt}, ${latestRevertAt}::bigint) end`;
      const begun = { active: false, holdsSince: null, revertAt: latestRevertAt === null ? null : earlier };
      const [row] = await orm.update(automations).set(begun).where(eq(automations.id, id)).returning({ revertAt });
      return row?.revertAt ?? null;
    },

    async saveHoldsSince(changed: readonly StoredHoldsSince[]): Promise<void> {
      await pool.query(
        `update automations set holds_since = new.holds_since
         from unnest($1::int[], $2::bigint[], $3::bigint[]) as new(id, updated_at, holds_since)
         where automations.id = new.id and automations.updated_at = new.updated_at`,
        [changed.map(({ id }) => id), changed.map((one) => one.updatedAt), changed.map((one) => one.holdsSince)],
      );
    },

    /** How all automations stand, so that one server sees what another did. */
    async listProgress(): Promise<StoredProgress[]> {
      const { id, updatedAt, active, holdsSince, revertAt } = automations;
      return orm
        .select({ id, updatedAt, active, holdsSince, revertAt })
        .from(automations)
        .where(isNull(automations.deletedAt));
    },
  };
}

export type RuleProgressRepository = ReturnType<typeof ruleProgressRepository>;
