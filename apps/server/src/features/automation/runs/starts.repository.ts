import { maxQueuedStarts, type WaitingStep, type WhileRunning } from '@cyno/contract';
import { and, eq, exists, gt, inArray, isNull, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { accounts, automationRuns, automations, devices } from '../../../platform/database/schema/index.ts';
import { type NewRun, type RunRow, resultOf } from './run-row.ts';

const isWaiting = eq(automationRuns.outcome, 'waiting');

/** Of an automation and a device that are not deleted, and an account that may be used: thousands of others must not keep these from their turns. */
export const mayTakeTurn = (orm: Database['orm']) =>
  exists(
    orm
      .select({ id: automations.id })
      .from(automations)
      .innerJoin(devices, eq(devices.id, automations.deviceId))
      .innerJoin(accounts, eq(accounts.id, devices.accountId))
      .where(
        and(
          eq(automations.id, automationRuns.automationId),
          isNull(automations.deletedAt),
          isNull(devices.deletedAt),
          isNull(accounts.disabledAt),
          isNull(accounts.deleteAfter),
        ),
      ),
  );

/** Writes the steps that follow on a run, in the place of what still waits of the automation. */
export async function replaceSteps(
  transaction: Transaction,
  automationId: number,
  steps: readonly NewRun[],
): Promise<void> {
  await transaction.delete(automationRuns).where(and(eq(automationRuns.automationId, automationId), isWaiting));
  if (steps.length > 0) await transaction.insert(automationRuns).values([...steps]);
}

interface Following {
  readonly steps: readonly NewRun[];
  readonly whileRunning?: WhileRunning | undefined;
}

/** A start as it is to be written: it is `sent` when it is done at once, `waiting` when it is queued, else `skipped` with the reason. */
export async function placeStart(
  transaction: Transaction,
  run: NewRun,
  { steps, whileRunning = 'restart' }: Following,
): Promise<NewRun> {
  if (whileRunning === 'restart') return run;
  const others = await transaction
    .select({ step: automationRuns.step, dueAt: automationRuns.dueAt, beganAt: automationRuns.beganAt })
    .from(automationRuns)
    .where(and(eq(automationRuns.automationId, run.automationId), isWaiting));
  if (others.length === 0) return run;
  if (whileRunning === 'ignore') {
    return { ...run, outcome: 'skipped', ...resultOf([{ code: 'still_running' }]) };
  }
  const starts = others.filter(({ step }) => step === 0);
  if (starts.length >= maxQueuedStarts) {
    return { ...run, outcome: 'skipped', ...resultOf([{ code: 'queue_full', max: maxQueuedStarts }]) };
  }
  const lengthMs = (steps.at(-1)?.dueAt ?? run.at) - run.at;
  const freeAt =
    starts.length > 0
      ? Math.max(...starts.map(({ beganAt }) => beganAt ?? run.at)) + lengthMs
      : Math.max(...others.map(({ dueAt }) => dueAt));
  return { ...run, outcome: 'waiting', beganAt: freeAt };
}

/** The SQL of what waits of automations, for people. */
export function waiting({ orm }: Database) {
  return {
    /** What waits of each automation, in the order of its turns. */
    async waitingOf(automationIds: readonly number[]): Promise<Map<number, WaitingStep[]>> {
      const { automationId, step, dueAt, beganAt, action } = automationRuns;
      const rows = await orm
        .select({ automationId, step, dueAt, beganAt, action })
        .from(automationRuns)
        .where(and(isWaiting, inArray(automationId, [...automationIds])));
      const found = rows.map((row) => {
        const isStart = row.step === 0;
        return { ...row, at: isStart ? (row.beganAt ?? row.dueAt) : row.dueAt, waits: isStart ? null : row.action };
      });
      found.sort((a, b) => a.at - b.at || Number(a.step === 0) - Number(b.step === 0) || a.step - b.step);
      const byAutomation = Map.groupBy(found, (row) => row.automationId);
      return new Map(
        Array.from(byAutomation, ([id, all]) => [id, all.map(({ at, waits }): WaitingStep => ({ at, step: waits }))]),
      );
    },

    /** Leaves out what waits of an automation, with a line for each. */
    async cancelWaiting(automationId: number, as: Pick<RunRow, 'at' | 'result' | 'resultReport'>): Promise<void> {
      await orm.transaction(async (transaction) => {
        const rows = await transaction
          .delete(automationRuns)
          .where(and(eq(automationRuns.automationId, automationId), isWaiting))
          .returning();
        const lines = rows
          .filter(({ action }) => action?.kind !== 'if')
          .map(({ id: _, ...row }) => ({ ...row, ...as, outcome: 'skipped' as const }));
        if (lines.length > 0) await transaction.insert(automationRuns).values(lines);
      });
    },
  };
}

/** The SQL of starts that wait for their turn; `beganAt` of such a row is when it is expected. */
export function queued({ orm }: Database) {
  return {
    /** The first queued start of each automation that has nothing else under way. */
    async listQueued(): Promise<RunRow[]> {
      const step = alias(automationRuns, 'step');
      const begun = orm
        .select({ id: step.id })
        .from(step)
        .where(and(eq(step.automationId, automationRuns.automationId), eq(step.outcome, 'waiting'), gt(step.step, 0)));
      return orm
        .selectDistinctOn([automationRuns.automationId])
        .from(automationRuns)
        .where(and(isWaiting, eq(automationRuns.step, 0), notExists(begun), mayTakeTurn(orm)))
        .orderBy(automationRuns.automationId, automationRuns.id)
        .limit(1_000);
    },

    /**
     * Takes a queued start, with the steps that follow on it; `limitMs`: its target goes back after so long, unless it does so sooner.
     * Returns undefined when somebody else took it, or it was left out meanwhile.
     */
    async takeQueued(
      { id, ...row }: RunRow,
      as: Pick<RunRow, 'at' | 'outcome' | 'why' | 'whyReport' | 'result' | 'resultReport'>,
      { steps, limitMs }: { readonly steps: readonly NewRun[]; readonly limitMs: number | null },
    ): Promise<RunRow | undefined> {
      return orm.transaction(async (transaction) => {
        const taken = await transaction
          .delete(automationRuns)
          .where(and(eq(automationRuns.id, id), isWaiting, mayTakeTurn(orm)))
          .returning({ id: automationRuns.id });
        if (taken.length === 0) return undefined;
        if (limitMs !== null) {
          await transaction
            .update(automations)
            .set({ revertAt: as.at + limitMs })
            .where(and(eq(automations.id, row.automationId), isNull(automations.revertAt)));
        }
        const [written] = await transaction
          .insert(automationRuns)
          .values({ ...row, ...as, beganAt: null })
          .returning();
        if (steps.length > 0) await transaction.insert(automationRuns).values([...steps]);
        return written;
      });
    },
  };
}
