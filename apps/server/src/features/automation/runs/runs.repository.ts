import type { AutomationRun, CommandState, RunReport, SwitchAction, WhileRunning } from '@cyno/contract';
import { and, eq, exists, gt, gte, inArray, isNull, lt, ne, not, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { automationRuns, automations, commands, sceneRuns } from '../../../platform/database/schema/index.ts';
import { type AutomationRecord, isSwitch } from '../definitions/index.ts';
import { asSet, valueIn } from './ending.ts';
import { type NewRun, type RunRow, resultOf, whyOf } from './run-row.ts';
import { mayTakeTurn, placeStart, queued, replaceSteps, waiting } from './starts.repository.ts';

const retentionMs = 90 * 24 * 3_600_000;
const maxStoredPerAutomation = 1_000;

/** What became of the scene that a run led to. */
export type SceneResultRow = Pick<typeof sceneRuns.$inferSelect, 'actor' | 'outcome' | 'results'> & {
  readonly runId: number;
};

/** What became of the command that a run led to. */
export interface RunResultRow {
  readonly run: RunRow;
  readonly state: CommandState;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly answeredAt: number | null;
  readonly reason: string | null;
  /** Its target was operated again since, and not only reported late by the board. */
  readonly isOvertaken: boolean;
}

const isWaiting = eq(automationRuns.outcome, 'waiting');
const isOpen = eq(automationRuns.outcome, 'sent');
/** Nothing is known of what it led to. */
const ledToNothing = and(isNull(automationRuns.commandId), isNull(automationRuns.sceneRunId));

/** The SQL of the run log, and of which server runs a time of a timer. */
export function runsRepository(database: Database) {
  return {
    ...writing(database),
    ...following(database),
    ...actions(database),
    ...steps(database),
    ...queued(database),
    ...waiting(database),
    ...reading(database),
  };
}

function writing({ orm, pool }: Database) {
  return {
    /** Undefined when another server or an earlier look took the same time of a timer, or it was deleted. */
    async claimTime(
      run: NewRun,
      {
        steps,
        whileRunning,
      }: { readonly steps: readonly NewRun[]; readonly whileRunning?: WhileRunning | undefined } = {
        steps: [],
      },
    ): Promise<RunRow | undefined> {
      return orm.transaction(async (transaction) => {
        const { id, deletedAt } = automations;
        const isPresent = and(eq(id, run.automationId), isNull(deletedAt));
        const [present] = await transaction.select({ id }).from(automations).where(isPresent).for('share');
        if (!present) return undefined;
        const placed = run.outcome === 'sent' ? await placeStart(transaction, run, { steps, whileRunning }) : run;
        const [row] = await transaction.insert(automationRuns).values(placed).onConflictDoNothing().returning();
        if (row && row.outcome === 'sent') await replaceSteps(transaction, run.automationId, steps);
        return row;
      });
    },

    /**
     * Removes that timers missed a time after `dueAfter`, where a clock that was ahead of `now` wrote that; returns which times those were.
     */
    async removeMissedAhead(
      automationIds: readonly number[],
      { now, dueAfter }: { readonly now: number; readonly dueAfter: number },
    ): Promise<Pick<RunRow, 'automationId' | 'occasion'>[]> {
      const { rows } = await pool.query<Pick<RunRow, 'automationId' | 'occasion'>>(
        `delete from automation_runs where automation_id = any($1::int[]) and due_at > $2 and at > $3 and outcome = 'skipped'
           and occasion is not null and result_report -> 0 ->> 'code' = 'missed' returning automation_id as "automationId", occasion`,
        [automationIds, dueAfter, now],
      );
      return rows;
    },

    async setCommand(runId: number, commandId: number): Promise<void> {
      await orm.update(automationRuns).set({ commandId }).where(eq(automationRuns.id, runId));
    },

    /** Writes that a run leads to that of a scene; false when it led to something already. */
    async claimScene(transaction: Transaction, runId: number, sceneRunId: number): Promise<boolean> {
      const taken = await transaction
        .update(automationRuns)
        .set({ sceneRunId })
        .where(and(eq(automationRuns.id, runId), isOpen, isNull(automationRuns.sceneRunId)))
        .returning({ id: automationRuns.id });
      return taken.length > 0;
    },

    /** Writes what came of a run, unless that is known already; undefined then. */
    async settle(runId: number, outcome: RunRow['outcome'], result: RunReport): Promise<RunRow | undefined> {
      const [row] = await orm
        .update(automationRuns)
        .set({ outcome, ...resultOf(result) })
        .where(and(eq(automationRuns.id, runId), isOpen))
        .returning();
      return row;
    },

    /** Writes that a run is done together with what `queue` adds, unless its outcome is known already; undefined then. */
    async settleWith(
      runId: number,
      result: RunReport,
      queue: (transaction: Transaction) => Promise<void>,
    ): Promise<RunRow | undefined> {
      return orm.transaction(async (transaction) => {
        const [row] = await transaction
          .update(automationRuns)
          .set({ outcome: 'done', ...resultOf(result) })
          .where(and(eq(automationRuns.id, runId), isOpen))
          .returning();
        if (row) await queue(transaction);
        return row;
      });
    },

    /** Keeps 90 days, and the newest 1,000 of each automation; what waits is still to be done however many follow. */
    async removeOld(now: number): Promise<void> {
      await orm.delete(automationRuns).where(and(lt(automationRuns.at, now - retentionMs), not(isWaiting)));
      await orm.execute(sql`delete from ${automationRuns} using (
        select automation_id, (array_agg(id order by id desc))[${maxStoredPerAutomation}] as oldest
        from ${automationRuns} group by automation_id having count(*) > ${maxStoredPerAutomation}
      ) as full_list where ${automationRuns.automationId} = full_list.automation_id and ${automationRuns.id} < full_list.oldest
        and ${automationRuns.outcome} not in ('waiting', 'sent')`);
    },
  };
}

/** What earlier or other servers left. */
function following({ orm }: Database) {
  const { id: automation, deletedAt } = automations;
  const ofPresent = exists(
    orm
      .select({ id: automation })
      .from(automations)
      .where(and(eq(automation, automationRuns.automationId), isNull(deletedAt))),
  );
  return {
    /** Runs without an outcome whose commands have one; those of a deleted automation wait until it is restored. */
    async listResults(): Promise<RunResultRow[]> {
      const { state, createdAt, sentAt, answeredAt, reason } = commands;
      const newer = alias(commands, 'newer');
      const isSameTarget = and(
        eq(newer.deviceId, commands.deviceId),
        eq(newer.kind, commands.kind),
        eq(newer.target, commands.target),
      );
      const isNotByBoard = ne(sql`${newer.actor} ->> 'kind'`, 'board');
      const later = orm
        .select({ id: newer.id })
        .from(newer)
        .where(and(isSameTarget, gt(newer.id, commands.id), isNull(newer.notBefore), isNotByBoard));
      const isOvertaken = sql<boolean>`${exists(later)}`;
      return orm
        .select({ run: automationRuns, state, createdAt, sentAt, answeredAt, reason, isOvertaken })
        .from(automationRuns)
        .innerJoin(commands, eq(commands.id, automationRuns.commandId))
        .where(
          and(
            isOpen,
            ofPresent,
            inArray(commands.state, ['acknowledged', 'unconfirmed', 'failed', 'expired', 'superseded']),
          ),
        )
        .limit(1_000);
    },

    /** Runs without an outcome whose scenes have one; `sceneRunId`: of that run of a scene alone. */
    async listScenes(sceneRunId?: number): Promise<SceneResultRow[]> {
      const only = sceneRunId === undefined ? undefined : eq(automationRuns.sceneRunId, sceneRunId);
      return orm
        .select({
          runId: automationRuns.id,
          actor: sceneRuns.actor,
          outcome: sceneRuns.outcome,
          results: sceneRuns.results,
        })
        .from(automationRuns)
        .innerJoin(sceneRuns, eq(sceneRuns.id, automationRuns.sceneRunId))
        .where(and(isOpen, only, ne(sceneRuns.outcome, 'running')))
        .limit(1_000);
    },

    /** Runs of before `before` that led to no command, oldest first: their server stopped in between, or the database did not take it. */
    async listOrphans(before: number): Promise<RunRow[]> {
      return orm
        .select()
        .from(automationRuns)
        .where(and(isOpen, ofPresent, ledToNothing, lt(automationRuns.at, before)))
        .orderBy(automationRuns.id)
        .limit(1_000);
    },

    /** The runs of the same automation after one that were to do something, without those that were left out. */
    async listLater({ id, automationId }: RunRow): Promise<RunRow[]> {
      return orm
        .select()
        .from(automationRuns)
        .where(
          and(
            eq(automationRuns.automationId, automationId),
            gt(automationRuns.id, id),
            notInArray(automationRuns.outcome, ['waiting', 'skipped']),
          ),
        );
    },

    /** Whether somebody or something else operated the target after a run began; earlier runs that are tried again do not count. */
    async isOvertaken({ id, at }: RunRow, deviceId: number, action: SwitchAction): Promise<boolean> {
      const ofRun = sql`substring(${commands.actor} ->> 'origin' from '^run ([0-9]+)$')::bigint`;
      const [newer] = await orm
        .select({ id: commands.id })
        .from(commands)
        .where(
          and(
            eq(commands.deviceId, deviceId),
            eq(commands.kind, action.kind),
            eq(commands.target, action.kind === 'output' ? action.pin : action.name),
            gt(commands.createdAt, at),
            isNull(commands.notBefore),
            sql`${commands.actor} ->> 'kind' <> 'board'`,
            sql`coalesce(${ofRun} > ${id}, true)`,
          ),
        )
        .limit(1);
      return newer !== undefined;
    },

    /** Takes an orphan; false when another server did. */
    async adoptOrphan({ id, at }: RunRow, now: number): Promise<boolean> {
      const taken = await orm
        .update(automationRuns)
        .set({ at: now })
        .where(and(eq(automationRuns.id, id), eq(automationRuns.at, at), ledToNothing))
        .returning({ id: automationRuns.id });
      return taken.length > 0;
    },

    /** Makes a run one that led to nothing, unless its command is another one by now. */
    async forgetCommand({ id, commandId }: RunRow): Promise<void> {
      await orm
        .update(automationRuns)
        .set({ commandId: null })
        .where(and(eq(automationRuns.id, id), eq(automationRuns.commandId, commandId ?? 0), isOpen));
    },
  };
}

/** What is done as it was when it began. */
function actions({ orm }: Database) {
  return {
    /** Stores what a run does, so that it is done as it was when it began. */
    async setAction(runId: number, action: SwitchAction): Promise<void> {
      await orm
        .update(automationRuns)
        .set({ action })
        .where(and(eq(automationRuns.id, runId), isOpen));
    },

    /**
     * Stores what the open ends of an automation do, so that they are done although it counts as changed from now on. Those of before its last
     * change are left out.
     */
    async storeEnds(record: AutomationRecord): Promise<void> {
      const { action } = record.definition;
      if (!isSwitch(action)) return;
      const { automationId, at } = automationRuns;
      const ofRecord = and(
        eq(automationId, record.id),
        isOpen,
        isNull(automationRuns.action),
        gte(at, record.updatedAt),
      );
      for (const phase of ['back', 'limit'] as const) {
        await orm
          .update(automationRuns)
          .set({ action: asSet(action, valueIn(record, phase)) })
          .where(and(ofRecord, eq(automationRuns.phase, phase)));
      }
    },
  };
}

function steps({ orm }: Database) {
  return {
    /** Steps whose turn comes before `until`, in their order. */
    async listWaiting(until: number): Promise<RunRow[]> {
      return orm
        .select()
        .from(automationRuns)
        .where(and(isWaiting, gt(automationRuns.step, 0), lt(automationRuns.dueAt, until), mayTakeTurn(orm)))
        .orderBy(automationRuns.dueAt, automationRuns.automationId, automationRuns.step)
        .limit(1_000);
    },

    /**
     * Moves steps that began later than `now`, so before the clock was set back, by so many ms; when that is not enough they begin now. The steps
     * of a server whose clock was right stay.
     */
    async moveWaiting(now: number, backMs: number): Promise<void> {
      const { dueAt, beganAt, step } = automationRuns;
      const byMs = sql`greatest(${backMs}::bigint, ${beganAt} - ${now}::bigint)`;
      await orm
        .update(automationRuns)
        .set({ dueAt: sql`${dueAt} - ${byMs}`, beganAt: sql`${beganAt} - ${byMs}` })
        .where(and(isWaiting, gt(step, 0), gt(beganAt, now)));
    },

    /**
     * Takes the turn of a step, and puts `as` into its place in the log; without `as` it leaves no line. `leavesOut`: which of
     * those after it are left out; `adds`: why they are done as well. Returns undefined when somebody else took it, it was left out, or an earlier one still waits.
     */
    async takeTurn(
      { id, automationId, phase, beganAt, step }: RunRow,
      as: Pick<RunRow, 'at' | 'outcome' | 'result' | 'resultReport'> | null,
      { leavesOut, adds = [] }: { readonly leavesOut?: (later: RunRow) => boolean; readonly adds?: RunReport } = {},
    ): Promise<RunRow | null | undefined> {
      const ofSame = and(
        eq(automationRuns.automationId, automationId),
        eq(automationRuns.phase, phase),
        eq(automationRuns.beganAt, beganAt ?? 0),
        isWaiting,
      );
      return orm.transaction(async (transaction) => {
        const [earlier] = await transaction
          .select({ id: automationRuns.id })
          .from(automationRuns)
          .where(and(ofSame, lt(automationRuns.step, step)))
          .limit(1);
        if (earlier) return undefined;
        const [row] = await transaction
          .delete(automationRuns)
          .where(and(eq(automationRuns.id, id), isWaiting, mayTakeTurn(orm)))
          .returning();
        if (!row) return undefined;
        if (leavesOut) {
          const later = await transaction.select().from(automationRuns).where(ofSame);
          const ids = later.filter(leavesOut).map((each) => each.id);
          await transaction.delete(automationRuns).where(and(isWaiting, inArray(automationRuns.id, ids)));
        }
        if (adds.length > 0)
          await transaction
            .update(automationRuns)
            .set(whyOf([...row.whyReport, ...adds]))
            .where(ofSame);
        if (as === null) return null;
        const { id: _, ...values } = { ...row, ...as };
        // A new id, so that the log has it where it happened.
        const [written] = await transaction.insert(automationRuns).values(values).returning();
        return written;
      });
    },
  };
}

function reading({ pool }: Database) {
  return {
    /** When each automation was due last, without what followed on that; ms since the epoch. */
    async lastDues(automationIds: readonly number[]): Promise<Map<number, number>> {
      const { rows } = await pool.query<{ id: number; dueAt: number }>(
        `select wanted.id, runs.due_at as "dueAt" from unnest($1::int[]) as wanted(id) cross join lateral (
           select due_at from automation_runs where automation_id = wanted.id and step = 0 order by id desc limit 1
         ) as runs`,
        [automationIds],
      );
      return new Map(rows.map(({ id, dueAt }) => [id, dueAt]));
    },

    /** The newest run of each automation. */
    async lastOf(automationIds: readonly number[]): Promise<AutomationRun[]> {
      const { rows } = await pool.query<AutomationRun>(
        `select ${columns} from unnest($1::int[]) as wanted(id) cross join lateral (
           select * from automation_runs where automation_id = wanted.id and outcome <> 'waiting' order by id desc limit 1
         ) as runs`,
        [automationIds],
      );
      return rows;
    },

    /** The newest runs of these automations, newest first. */
    async list(
      automationIds: readonly number[],
      { before, dueAt, limit }: { before: number | null; dueAt?: number | undefined; limit: number },
    ): Promise<AutomationRun[]> {
      const { rows } = await pool.query<AutomationRun>(
        `select ${columns} from unnest($1::int[]) as wanted(id) cross join lateral (
           select * from automation_runs where automation_id = wanted.id and outcome <> 'waiting' and ($2::bigint is null or id < $2)
           and ($4::bigint is null or due_at = $4)
           order by id desc limit $3
         ) as runs order by runs.id desc limit $3`,
        [automationIds, before, limit, dueAt ?? null],
      );
      return rows;
    },
  };
}

/** As the contract has it. */
const columns = `runs.id, automation_id as "automationId", phase, step, due_at as "dueAt", at, outcome, why, why_report as "whyReport", result,
  result_report as "resultReport"`;

export type RunsRepository = ReturnType<typeof runsRepository>;
