import type { SceneResult, SceneRun } from '@cyno/contract';
import { and, eq, getTableColumns, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { sceneRuns, scenes } from '../../../platform/database/schema/index.ts';

export type SceneRunRow = typeof sceneRuns.$inferSelect;
/** A run with whose scene it is. */
export type OwnedRun = SceneRunRow & { readonly accountId: number };
/** A run without an outcome; `isDeleted`: its scene was deleted since. */
export type OpenRun = OwnedRun & { readonly isDeleted: boolean };

const retentionMs = 90 * 24 * 3_600_000;
const maxStoredPerScene = 200;

/** The SQL of what became of scenes that ran. */
export function sceneRunsRepository({ orm }: Database) {
  return {
    /** Writes a run down before anything of it is sent; undefined when `claim` returns that another server has it. */
    async add(
      run: Omit<SceneRunRow, 'id'>,
      claim?: (transaction: Transaction, runId: number) => Promise<boolean>,
    ): Promise<SceneRunRow | undefined> {
      return orm.transaction(async (transaction) => {
        const [row] = await transaction.insert(sceneRuns).values(run).returning();
        if (!row || !claim || (await claim(transaction, row.id))) return row;
        await transaction.delete(sceneRuns).where(eq(sceneRuns.id, row.id));
        return undefined;
      });
    },
    async saveResults(id: number, results: SceneResult[]): Promise<void> {
      await orm
        .update(sceneRuns)
        .set({ results })
        .where(and(eq(sceneRuns.id, id), eq(sceneRuns.outcome, 'running')));
    },
    /** Writes what became of a run, unless that is written already. */
    async settle(id: number, outcome: SceneRun['outcome'], results: SceneResult[]): Promise<void> {
      await orm
        .update(sceneRuns)
        .set({ outcome, results })
        .where(and(eq(sceneRuns.id, id), eq(sceneRuns.outcome, 'running')));
    },
    async find(id: number): Promise<SceneRunRow | undefined> {
      const [row] = await orm.select().from(sceneRuns).where(eq(sceneRuns.id, id));
      return row;
    },
    /** The newest run of each scene of an account. */
    async lastOf(accountId: number): Promise<SceneRunRow[]> {
      const last = orm
        .selectDistinctOn([sceneRuns.sceneId], getTableColumns(sceneRuns))
        .from(sceneRuns)
        .innerJoin(scenes, eq(scenes.id, sceneRuns.sceneId))
        .where(eq(scenes.accountId, accountId))
        .orderBy(sceneRuns.sceneId, sql`${sceneRuns.id} desc`);
      return last;
    },
    /** Runs without an outcome. */
    async listOpen(): Promise<OpenRun[]> {
      const isDeleted = sql<boolean>`${isNotNull(scenes.deletedAt)}`;
      return orm
        .select({ ...getTableColumns(sceneRuns), accountId: scenes.accountId, isDeleted })
        .from(sceneRuns)
        .innerJoin(scenes, eq(scenes.id, sceneRuns.sceneId))
        .where(eq(sceneRuns.outcome, 'running'))
        .limit(1_000);
    },
    /** Takes up a run that another server left; false when somebody else did. */
    async adopt({ id, takenAt }: SceneRunRow, now: number): Promise<boolean> {
      const taken = await orm
        .update(sceneRuns)
        .set({ takenAt: now })
        .where(and(eq(sceneRuns.id, id), eq(sceneRuns.takenAt, takenAt), eq(sceneRuns.outcome, 'running')))
        .returning({ id: sceneRuns.id });
      return taken.length > 0;
    },
    /** Keeps 90 days, and the newest 200 of each scene. */
    async removeOld(now: number): Promise<void> {
      await orm.delete(sceneRuns).where(lt(sceneRuns.at, now - retentionMs));
      await orm.execute(sql`delete from ${sceneRuns} using (
        select scene_id, (array_agg(id order by id desc))[${maxStoredPerScene}] as oldest
        from ${sceneRuns} group by scene_id having count(*) > ${maxStoredPerScene}
      ) as full_list where ${sceneRuns.sceneId} = full_list.scene_id and ${sceneRuns.id} < full_list.oldest`);
    },
  };
}

export type SceneRunsRepository = ReturnType<typeof sceneRunsRepository>;
