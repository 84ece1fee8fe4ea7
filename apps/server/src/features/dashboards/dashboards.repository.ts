import type { DashboardTemplate } from '@cyno/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import { dashboards } from '../../platform/database/schema/index.ts';

export type DashboardRow = typeof dashboards.$inferSelect;
export type DashboardsRepository = ReturnType<typeof dashboardsRepository>;

interface Owner {
  readonly id: number;
  readonly accountId: number;
}

/** The SQL of dashboards. */
export function dashboardsRepository({ orm }: Database) {
  return {
    /** The device's dashboard; undefined when it has none. */
    async find(deviceId: number): Promise<DashboardRow | undefined> {
      const [row] = await orm
        .select()
        .from(dashboards)
        .where(eq(dashboards.deviceId, deviceId))
        .orderBy(asc(dashboards.id))
        .limit(1);
      return row;
    },

    /** Makes the device's dashboard; false when it has one, whoever made that. */
    async addFirst(device: Owner, template: DashboardTemplate, createdAt: number): Promise<boolean> {
      return orm.transaction(async (tx) => {
        await tx.execute(sql`select 1 from devices where id = ${device.id} for update`);
        const [present] = await tx
          .select({ id: dashboards.id })
          .from(dashboards)
          .where(eq(dashboards.deviceId, device.id))
          .limit(1);
        if (present) return false;
        await tx
          .insert(dashboards)
          .values({ ...madeFrom(template), deviceId: device.id, accountId: device.accountId, createdAt });
        return true;
      });
    },

    /** Puts what a template holds in the place of what a dashboard held. */
    async replace(id: number, template: DashboardTemplate): Promise<void> {
      await orm
        .update(dashboards)
        .set({ ...madeFrom(template), editedAt: null })
        .where(eq(dashboards.id, id));
    },
  };
}

const madeFrom = ({ name, version, title, widgets }: DashboardTemplate) => ({
  name: title,
  widgets,
  template: name,
  templateVersion: version,
});
