import type { AutomationRequest } from '@cyno/contract';
import { eq } from 'drizzle-orm';
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
      return orm.select().from(automations).orderBy(automations.id);
    },
    async definitionsOf(deviceId: number): Promise<AutomationRecord['definition'][]> {
      const rows = await orm
        .select({ definition: automations.definition })
        .from(automations)
        .where(eq(automations.deviceId, deviceId))
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
    async remove(id: number): Promise<void> {
      await orm.delete(automations).where(eq(automations.id, id));
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
