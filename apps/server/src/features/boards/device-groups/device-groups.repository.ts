import type { DeviceGroup, DeviceGroupRequest, SavedView, SavedViewRequest } from '@cyno/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation } from '../../../platform/database/index.ts';
import { deviceGroups, deviceViews } from '../../../platform/database/schema/index.ts';

const group = { id: deviceGroups.id, name: deviceGroups.name, hue: deviceGroups.hue };
const view = { id: deviceViews.id, name: deviceViews.name, query: deviceViews.query };

/** The SQL of groups and saved views. */
export function deviceGroupsRepository({ orm }: Database) {
  const ownGroup = (accountId: number, id: number) =>
    and(eq(deviceGroups.accountId, accountId), eq(deviceGroups.id, id));
  const ownView = (accountId: number, id: number) => and(eq(deviceViews.accountId, accountId), eq(deviceViews.id, id));

  return {
    groups: (accountId: number): Promise<DeviceGroup[]> =>
      orm
        .select(group)
        .from(deviceGroups)
        .where(eq(deviceGroups.accountId, accountId))
        .orderBy(asc(deviceGroups.order), asc(deviceGroups.id)),

    /** Adds a group behind the others; undefined when its name is taken. */
    async addGroup(accountId: number, request: DeviceGroupRequest): Promise<DeviceGroup | undefined> {
      const last = sql`(select coalesce(max("order") + 1, 0) from ${deviceGroups} where account_id = ${accountId})`;
      const values = { ...request, accountId, order: last };
      const [row] = await orm.insert(deviceGroups).values(values).onConflictDoNothing().returning(group);
      return row;
    },

    /** Undefined when the account has no such group. */
    async saveGroup(
      accountId: number,
      id: number,
      request: DeviceGroupRequest,
    ): Promise<DeviceGroup | 'taken' | undefined> {
      try {
        const [row] = await orm.update(deviceGroups).set(request).where(ownGroup(accountId, id)).returning(group);
        return row;
      } catch (error) {
        // What is one name to the database need not be to this program, such as "İ" and "i".
        if (isUniqueViolation(error)) return 'taken';
        throw error;
      }
    },

    async removeGroup(accountId: number, id: number): Promise<boolean> {
      const rows = await orm.delete(deviceGroups).where(ownGroup(accountId, id)).returning({ id: deviceGroups.id });
      return rows.length > 0;
    },

    async saveOrder(accountId: number, ids: readonly number[]): Promise<void> {
      await orm.execute(sql`update ${deviceGroups} set "order" = place
        from unnest(${sql.param(ids)}::int[]) with ordinality as wanted(id, place)
        where ${deviceGroups.id} = wanted.id and ${deviceGroups.accountId} = ${accountId}`);
    },

    views: (accountId: number): Promise<SavedView[]> =>
      orm.select(view).from(deviceViews).where(eq(deviceViews.accountId, accountId)).orderBy(sql`lower(name)`),

    async addView(accountId: number, request: SavedViewRequest): Promise<SavedView> {
      const [row] = await orm
        .insert(deviceViews)
        .values({ ...request, accountId })
        .returning(view);
      if (!row) throw new Error('The view was not stored.');
      return row;
    },

    async saveView(accountId: number, id: number, request: SavedViewRequest): Promise<SavedView | undefined> {
      const [row] = await orm.update(deviceViews).set(request).where(ownView(accountId, id)).returning(view);
      return row;
    },

    async removeView(accountId: number, id: number): Promise<boolean> {
      const rows = await orm.delete(deviceViews).where(ownView(accountId, id)).returning({ id: deviceViews.id });
      return rows.length > 0;
    },
  };
}

export type DeviceGroupsRepository = ReturnType<typeof deviceGroupsRepository>;
