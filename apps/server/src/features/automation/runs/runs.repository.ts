import type { AutomationRun, CommandState } from '@cyno/contract';
import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { automationRuns, commands } from '../../../platform/database/schema/index.ts';

export type RunRow = typeof automationRuns.$inferSelect;
export type NewRun = Omit<RunRow, 'id' | 'commandId' | 'occasion'> & { readonly occasion?: string };

const retentionMs = 90 * 24 * 3_600_000;
const maxStoredPerAutomation = 1_000;

/** What became of the command that a run led to. */
export interface RunResultRow {
  readonly runId: number;
  readonly state: CommandState;
  readonly sentAt: number | null;
  readonly answeredAt: number | null;
  readonly reason: string | null;
}

/** The SQL of the run log, and of which server runs a time of a timer. */
export function runsRepository(database: Database) {
  return { ...writing(database), ...reading(database) };
}

function writing({ orm }: Database) {
  return {
    /** Undefined when another server or an earlier look took the same time of a timer. */
    async claimTime(run: NewRun): Promise<RunRow | undefined> {
      const [row] = await orm.insert(automationRuns).values(run).onConflictDoNothing().returning();
      return row;
    },

    async setCommand(runId: number, commandId: number): Promise<void> {
      await orm.update(automationRuns).set({ commandId }).where(eq(automationRuns.id, runId));
    },

    /** Writes what came of a run, unless that is known already; undefined then. */
    async settle(runId: number, outcome: RunRow['outcome'], result: string): Promise<RunRow | undefined> {
      const [row] = await orm
        .update(automationRuns)
        .set({ outcome, result })
        .where(and(eq(automationRuns.id, runId), eq(automationRuns.outcome, 'sent')))
        .returning();
      return row;
    },

    /** Writes that a run is done together with what `queue` adds, unless its outcome is known already; undefined then. */
    async settleWith(
      runId: number,
      result: string,
      queue: (transaction: Transaction) => Promise<void>,
    ): Promise<RunRow | undefined> {
      return orm.transaction(async (transaction) => {
        const [row] = await transaction
          .update(automationRuns)
          .set({ outcome: 'done', result })
          .where(and(eq(automationRuns.id, runId), eq(automationRuns.outcome, 'sent')))
          .returning();
        if (row) await queue(transaction);
        return row;
      });
    },

    /** Runs without an outcome whose commands have one. */
    async listResults(): Promise<RunResultRow[]> {
      const { state, sentAt, answeredAt, reason } = commands;
      return orm
        .select({ runId: automationRuns.id, state, sentAt, answeredAt, reason })
        .from(automationRuns)
        .innerJoin(commands, eq(commands.id, automationRuns.commandId))
        .where(
          and(
            eq(automationRuns.outcome, 'sent'),
            inArray(commands.state, ['acknowledged', 'unconfirmed', 'failed', 'expired', 'superseded']),
          ),
        )
        .limit(1_000);
    },

    /** Runs of before `before` that led to no command: their server stopped in between. */
    async listOrphans(before: number): Promise<RunRow[]> {
      return orm
        .select()
        .from(automationRuns)
        .where(and(eq(automationRuns.outcome, 'sent'), isNull(automationRuns.commandId), lt(automationRuns.at, before)))
        .limit(1_000);
    },
    /** Takes an orphan; false when another server did. */
    async adoptOrphan({ id, at }: RunRow, now: number): Promise<boolean> {
      const taken = await orm
        .update(automationRuns)
        .set({ at: now })
        .where(and(eq(automationRuns.id, id), eq(automationRuns.at, at), isNull(automationRuns.commandId)))
        .returning({ id: automationRuns.id });
      return taken.length > 0;
    },

    /** Keeps 90 days, and the newest 1,000 of each automation. */
    async removeOld(now: number): Promise<void> {
      await orm.delete(automationRuns).where(lt(automationRuns.at, now - retentionMs));
      await orm.execute(sql`delete from ${automationRuns} using (
        select automation_id, (array_agg(id order by id desc))[${maxStoredPerAutomation}] as oldest
        from ${automationRuns} group by automation_id having count(*) > ${maxStoredPerAutomation}
      ) as full_list where ${automationRuns.automationId} = full_list.automation_id and ${automationRuns.id} < full_list.oldest`);
    },
  };
}

function reading({ pool }: Database) {
  return {
    /** The newest run of each automation. */
    async lastOf(automationIds: readonly number[]): Promise<AutomationRun[]> {
      const { rows } = await pool.query<AutomationRun>(
        `select ${columns} from unnest($1::int[]) as wanted(id) cross join lateral (
           select * from automation_runs where automation_id = wanted.id order by id desc limit 1
         ) as runs`,
        [automationIds],
      );
      return rows;
    },

    /** The newest runs of these automations, newest first. */
    async list(
      automationIds: readonly number[],
      { before, limit }: { before: number | null; limit: number },
    ): Promise<AutomationRun[]> {
      const { rows } = await pool.query<AutomationRun>(
        `select ${columns} from unnest($1::int[]) as wanted(id) cross join lateral (
           select * from automation_runs where automation_id = wanted.id and ($2::bigint is null or id < $2)
           order by id desc limit $3
         ) as runs order by runs.id desc limit $3`,
        [automationIds, before, limit],
      );
      return rows;
    },
  };
}

/** As the contract has it. */
const columns = 'runs.id, automation_id as "automationId", phase, due_at as "dueAt", at, outcome, why, result';

export type RunsRepository = ReturnType<typeof runsRepository>;
