import type { AutomationRequest } from '@cyno/contract';
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { automations, boardPrograms } from '../../../platform/database/schema/index.ts';

/** An automation as it is held in memory: the row, whose state columns the engine changes and saves. */
export type AutomationRecord = typeof automations.$inferSelect;
/** The lists that a board was given last; a null list was never given, or is gone from the board's memory; of an empty one nobody knows. */
export type BoardProgram = typeof boardPrograms.$inferSelect;

/** The SQL of automations and of what boards were given of them. */
export function automationRepository({ orm }: Database) {
  return {
    async listAll(): Promise<AutomationRecord[]> {
      return orm.select().from(automations).where(isNull(automations.deletedAt)).orderBy(automations.id);
    },
    async definitionsOf(deviceId: number): Promise<AutomationRecord['definition'][]> {
      const rows = await orm
        .select({ definition: automations.definition })
        .from(automations)
        .where(and(eq(automations.deviceId, deviceId), isNull(automations.deletedAt)))
        .orderBy(automations.id);
      return rows.map(({ definition }) => definition);
    },
    async insert(deviceId: number, request: AutomationRequest, now: number): Promise<AutomationRecord> {
      const [row] = await orm
        .insert(automations)
        .values({ ...request, deviceId, createdAt: now, updatedAt: now })
        .returning();
      if (!row) throw new Error('An automation was not written');
      return row;
    },
    /** Writes everything but the state. */
    async save({ id, name, enabled, definition, updatedAt }: AutomationRecord): Promise<void> {
      await orm.update(automations).set({ name, enabled, definition, updatedAt }).where(eq(automations.id, id));
    },
    /** Writes what a rule needs to continue after a restart. */
    async saveState({ id, active, holdsSince, revertAt }: AutomationRecord): Promise<void> {
      await orm.update(automations).set({ active, holdsSince, revertAt }).where(eq(automations.id, id));
    },
    async remove(id: number, deletedAt: number): Promise<void> {
      await orm.update(automations).set({ deletedAt }).where(eq(automations.id, id));
    },
    /** The automation of the device, if it was deleted after `since`, ms since the epoch. */
    async findDeleted(deviceId: number, id: number, since: number): Promise<AutomationRecord | undefined> {
      const [row] = await orm
        .select()
        .from(automations)
        .where(and(eq(automations.deviceId, deviceId), eq(automations.id, id), gt(automations.deletedAt, since)));
      return row;
    },
    /** Undefined when it is not deleted any more. */
    async restore(
      id: number,
      { enabled, now }: { readonly enabled: boolean; readonly now: number },
    ): Promise<AutomationRecord | undefined> {
      const { deletedAt, updatedAt } = automations;
      const [row] = await orm
        .update(automations)
        // Later than before also after the clock was set back: a changed automation is known by it.
        .set({ deletedAt: null, enabled, updatedAt: sql`greatest(${now}::bigint, ${updatedAt} + 1)` })
        .where(and(eq(automations.id, id), isNotNull(deletedAt)))
        .returning();
      return row;
    },
    /** Removes for good what was deleted before an instant. */
    async forget(before: number): Promise<void> {
      await orm.delete(automations).where(lt(automations.deletedAt, before));
    },

    async listPrograms(): Promise<BoardProgram[]> {
      return orm.select().from(boardPrograms);
    },
    async saveProgram(program: BoardProgram): Promise<void> {
      await orm.insert(boardPrograms).values(program).onConflictDoUpdate({
        target: boardPrograms.deviceId,
        set: program,
      });
    },
  };
}

export type AutomationRepository = ReturnType<typeof automationRepository>;
