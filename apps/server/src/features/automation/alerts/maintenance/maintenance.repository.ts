import type { MaintenanceScope } from '@cyno/contract';
import { and, count, eq, gt, inArray, lte, type SQL } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { maintenanceDevices, maintenanceWindows } from '../../../../platform/database/schema/index.ts';

/** A maintenance as it is stored; `deviceIds`: empty for one of a tag or group. */
export type MaintenanceRow = typeof maintenanceWindows.$inferSelect & { readonly deviceIds: readonly number[] };

/** One that is to be stored, of the devices of one account. */
export interface NewMaintenance {
  readonly accountId: number;
  readonly scope:
    | { readonly kind: 'devices'; readonly deviceIds: readonly number[] }
    | Exclude<MaintenanceScope, { kind: 'devices' }>;
  readonly from: number;
  readonly until: number;
  readonly weekly: boolean;
}

export type MaintenanceRepository = ReturnType<typeof maintenanceRepository>;

/** The SQL of what is in maintenance. */
export function maintenanceRepository({ orm, holding }: Database) {
  const open = (now: number) => gt(maintenanceWindows.until, now);
  const select = async (condition: SQL | undefined): Promise<MaintenanceRow[]> => {
    const rows = await orm
      .select()
      .from(maintenanceWindows)
      .where(condition)
      .orderBy(maintenanceWindows.from, maintenanceWindows.id);
    const ids = rows.map(({ id }) => id);
    const named =
      ids.length > 0
        ? await orm.select().from(maintenanceDevices).where(inArray(maintenanceDevices.windowId, ids))
        : [];
    const byWindow = Map.groupBy(named, ({ windowId }) => windowId);
    return rows.map((row) => ({ ...row, deviceIds: (byWindow.get(row.id) ?? []).map(({ deviceId }) => deviceId) }));
  };
  return {
    /** What runs or is planned on devices of these accounts, by when it begins. */
    listOpen: (accountIds: readonly number[], now: number): Promise<MaintenanceRow[]> =>
      select(and(inArray(maintenanceWindows.accountId, [...accountIds]), open(now))),

    async find(id: number): Promise<MaintenanceRow | undefined> {
      return (await select(eq(maintenanceWindows.id, id)))[0];
    },

    /** False when the account has `limit` that run or are planned. */
    async add(
      { scope, ...window }: NewMaintenance,
      { now, limit }: { readonly now: number; readonly limit: number },
    ): Promise<boolean> {
      return holding({ table: 'accounts', id: window.accountId }, async (tx) => {
        const [present] = await tx
          .select({ windows: count() })
          .from(maintenanceWindows)
          .where(and(eq(maintenanceWindows.accountId, window.accountId), open(now)));
        if ((present?.windows ?? 0) >= limit) return false;
        const [added] = await tx
          .insert(maintenanceWindows)
          .values({
            ...window,
            tag: scope.kind === 'tag' ? scope.tag : null,
            groupId: scope.kind === 'group' ? scope.groupId : null,
          })
          .returning({ id: maintenanceWindows.id });
        if (added && scope.kind === 'devices') {
          await tx
            .insert(maintenanceDevices)
            .values(scope.deviceIds.map((deviceId) => ({ windowId: added.id, deviceId })));
        }
        return true;
      });
    },

    /** What is over. */
    listOver: (now: number): Promise<MaintenanceRow[]> => select(lte(maintenanceWindows.until, now)),

    /** Gives one that was to end at `until` other times, unless another server did so already. */
    async move(
      { id, until }: Pick<MaintenanceRow, 'id' | 'until'>,
      to: Pick<MaintenanceRow, 'from' | 'until' | 'firstFrom' | 'firstUntil'>,
    ): Promise<void> {
      await orm
        .update(maintenanceWindows)
        .set({ ...to, begun: false })
        .where(and(eq(maintenanceWindows.id, id), eq(maintenanceWindows.until, until)));
    },

    async remove(id: number): Promise<void> {
      await orm.delete(maintenanceWindows).where(eq(maintenanceWindows.id, id));
    },
  };
}
