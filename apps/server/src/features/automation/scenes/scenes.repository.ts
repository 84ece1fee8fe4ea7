import type { AutomationDefinition, SceneRequest } from '@cyno/contract';
import { and, asc, count, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation } from '../../../platform/database/index.ts';
import { automations, devices, scenes } from '../../../platform/database/schema/index.ts';

export type SceneRow = typeof scenes.$inferSelect;

/** An automation with a scene in it. */
export interface UserRow {
  readonly id: number;
  readonly espid: string;
  readonly name: string | null;
  readonly definition: AutomationDefinition;
}

/** The SQL of scenes. */
export function scenesRepository({ orm }: Database) {
  const present = isNull(scenes.deletedAt);
  const ofAccount = (accountId: number) => and(eq(scenes.accountId, accountId), present);
  const own = (accountId: number, id: number) => and(ofAccount(accountId), eq(scenes.id, id));

  return {
    /** By name. */
    async list(accountId: number): Promise<SceneRow[]> {
      return orm
        .select()
        .from(scenes)
        .where(ofAccount(accountId))
        .orderBy(asc(sql`lower(${scenes.name})`), asc(scenes.id));
    },
    async count(accountId: number): Promise<number> {
      const [row] = await orm.select({ count: count() }).from(scenes).where(ofAccount(accountId));
      return row?.count ?? 0;
    },
    async find(accountId: number, id: number): Promise<SceneRow | undefined> {
      const [row] = await orm.select().from(scenes).where(own(accountId, id));
      return row;
    },
    /** A scene of any account. */
    async findById(id: number): Promise<SceneRow | undefined> {
      const [row] = await orm
        .select()
        .from(scenes)
        .where(and(eq(scenes.id, id), present));
      return row;
    },
    /** Undefined when the name is taken. */
    async add(accountId: number, request: SceneRequest, now: number): Promise<SceneRow | undefined> {
      const values = { ...request, accountId, createdAt: now, updatedAt: now };
      const [row] = await orm.insert(scenes).values(values).onConflictDoNothing().returning();
      return row;
    },
    /** Undefined when the account has no such scene. */
    async save(
      accountId: number,
      id: number,
      change: SceneRequest & { updatedAt: number },
    ): Promise<SceneRow | 'taken' | undefined> {
      try {
        const [row] = await orm.update(scenes).set(change).where(own(accountId, id)).returning();
        return row;
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken';
        throw error;
      }
    },
    async remove(accountId: number, id: number, deletedAt: number): Promise<void> {
      await orm.update(scenes).set({ deletedAt }).where(own(accountId, id));
    },
    /** The scene of the account, if it was deleted after `since`, ms since the epoch. */
    async findDeleted(accountId: number, id: number, since: number): Promise<SceneRow | undefined> {
      const [row] = await orm
        .select()
        .from(scenes)
        .where(and(eq(scenes.accountId, accountId), eq(scenes.id, id), gt(scenes.deletedAt, since)));
      return row;
    },
    /** False when another scene has its name by now. */
    async restore(id: number): Promise<boolean> {
      try {
        await orm.update(scenes).set({ deletedAt: null }).where(eq(scenes.id, id));
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },
    /** Removes for good what was deleted before an instant. */
    async forget(before: number): Promise<void> {
      await orm.delete(scenes).where(lt(scenes.deletedAt, before));
    },
    /** The automations of the account's devices that run scenes, in the order in which they were made. */
    async listUsers(accountId: number): Promise<UserRow[]> {
      const { id, name, definition } = automations;
      return orm
        .select({ id, name, definition, espid: devices.espid })
        .from(automations)
        .innerJoin(devices, eq(devices.id, automations.deviceId))
        .where(
          and(
            eq(devices.accountId, accountId),
            isNull(devices.deletedAt),
            isNull(automations.deletedAt),
            sql`${definition} @? '$.**.sceneId'`,
          ),
        )
        .orderBy(id);
    },
  };
}

export type ScenesRepository = ReturnType<typeof scenesRepository>;
