import { and, asc, desc, eq, isNull, lte } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { dashboards, dashboardVersions } from '../../../platform/database/schema/index.ts';

export type DashboardRow = typeof dashboards.$inferSelect;
export type DashboardsRepository = ReturnType<typeof dashboardsRepository>;

/** What one version of a dashboard holds. */
export type DashboardContent = Pick<
  DashboardRow,
  'name' | 'widgets' | 'espids' | 'follows' | 'template' | 'templateVersion' | 'editedAt'
>;
/** A dashboard to begin with; `approved` left out: others may get all of it. */
type FirstContent = DashboardContent & { approved?: DashboardRow['approved'] };
export type VersionRow = typeof dashboardVersions.$inferSelect;

/** So many versions before the present one are stored. */
const maxStoredVersions = 30;

interface Owner {
  readonly id: number;
  readonly accountId: number;
}

/** The SQL of dashboards. */
export function dashboardsRepository({ orm, holding }: Database) {
  return {
    /** A dashboard of whatever kind that was not deleted. */
    async findById(id: number): Promise<DashboardRow | undefined> {
      const [row] = await orm
        .select()
        .from(dashboards)
        .where(and(eq(dashboards.id, id), isNull(dashboards.deletedAt)));
      return row;
    },

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

    /** Makes the device's dashboard; false when it has one, no matter who made that. */
    async addFirst(device: Owner, content: FirstContent, createdAt: number): Promise<boolean> {
      return holding({ table: 'devices', id: device.id }, async (tx) => {
        const [present] = await tx
          .select({ id: dashboards.id })
          .from(dashboards)
          .where(eq(dashboards.deviceId, device.id))
          .limit(1);
        if (present) return false;
        await tx.insert(dashboards).values({ ...content, deviceId: device.id, accountId: device.accountId, createdAt });
        return true;
      });
    },

    /**
     * Puts `content` in the place of what a dashboard holds, which becomes an earlier version. False when it is not, or not any
     * more, at `basedOn`.
     */
    async replace(id: number, content: DashboardContent, { at, basedOn, approved }: Replacement): Promise<boolean> {
      return holding({ table: 'dashboards', id }, async (tx) => {
        const [present] = await tx.select().from(dashboards).where(eq(dashboards.id, id));
        if (present?.version !== basedOn) return false;
        await tx.insert(dashboardVersions).values(former(present));
        await tx
          .update(dashboards)
          .set({ ...content, approved, version: present.version + 1, savedAt: at })
          .where(eq(dashboards.id, id));
        await tx
          .delete(dashboardVersions)
          .where(
            and(
              eq(dashboardVersions.dashboardId, id),
              lte(dashboardVersions.version, present.version - maxStoredVersions),
            ),
          );
        return true;
      });
    },

    /** Writes down what others may get of a dashboard; false when it is not, or not any more, at a version. */
    async approve(id: number, version: number, approved: DashboardRow['approved']): Promise<boolean> {
      const at = and(eq(dashboards.id, id), eq(dashboards.version, version), isNull(dashboards.deletedAt));
      const { rowCount } = await orm.update(dashboards).set({ approved }).where(at);
      return rowCount === 1;
    },

    /** What a dashboard was like before, newest first. */
    async versions(id: number): Promise<VersionRow[]> {
      return orm
        .select()
        .from(dashboardVersions)
        .where(eq(dashboardVersions.dashboardId, id))
        .orderBy(desc(dashboardVersions.version));
    },

    /** One earlier version; undefined when it is not stored. */
    async findVersion(id: number, version: number): Promise<VersionRow | undefined> {
      const [row] = await orm
        .select()
        .from(dashboardVersions)
        .where(and(eq(dashboardVersions.dashboardId, id), eq(dashboardVersions.version, version)));
      return row;
    },
  };
}

interface Replacement {
  readonly at: number;
  /** What others may get of it from now on; null: all. */
  readonly approved: DashboardRow['approved'];
  readonly basedOn: number;
}

function former({
  id,
  version,
  savedAt,
  createdAt,
  accountId,
  deviceId,
  deletedAt,
  approved,
  ...content
}: DashboardRow) {
  return { ...content, dashboardId: id, version, savedAt: savedAt ?? createdAt };
}
