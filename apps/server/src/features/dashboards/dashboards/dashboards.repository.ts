import type { Widget } from '@cyno/contract';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
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
type VersionRow = typeof dashboardVersions.$inferSelect;

/** So many versions before the present one are stored. */
const maxStoredVersions = 30;

interface Owner {
  readonly id: number;
  readonly accountId: number;
}

/** A widget in the list of dashboards: where it stands, and of which device. */
interface ListedWidget extends Pick<Widget, 'x' | 'y' | 'width' | 'height'> {
  readonly device: string | null;
  readonly type: string;
}

/** A dashboard as the list shows it. */
export interface ListedDashboard
  extends Pick<
    DashboardRow,
    'id' | 'accountId' | 'deviceId' | 'version' | 'name' | 'espids' | 'follows' | 'savedAt' | 'createdAt'
  > {
  readonly places: ListedWidget[];
  /** The devices in what its owner saw last; null: all. */
  readonly seen: string[] | null;
}

/** A dashboard that follows a tag or a group. */
export type FollowingDashboard = Pick<DashboardRow, 'id' | 'accountId' | 'deviceId' | 'espids' | 'follows'>;

const following = {
  id: dashboards.id,
  accountId: dashboards.accountId,
  deviceId: dashboards.deviceId,
  espids: dashboards.espids,
  follows: dashboards.follows,
};
const listed = {
  ...following,
  version: dashboards.version,
  name: dashboards.name,
  savedAt: dashboards.savedAt,
  createdAt: dashboards.createdAt,
};
/** Widgets may hold pictures, and a list of a hundred dashboards with them would be tens of megabytes. */
const places = sql<ListedWidget[]>`(
  select coalesce(jsonb_agg(jsonb_build_object(
    'x', one->'x', 'y', one->'y', 'width', one->'width', 'height', one->'height',
    'device', one->'device', 'type', one->'content'->'type'
  )), '[]') from jsonb_array_elements(${dashboards.widgets}) as one
)`;

const seen = sql<string[] | null>`(${dashboards.approved}->'espids') || (${dashboards.approved}->'named')`;

/** The SQL of dashboards. */
export function dashboardsRepository({ orm, holding }: Database) {
  const ofNoDevice = and(isNull(dashboards.deviceId), isNull(dashboards.deletedAt));

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

    /** Makes the device's dashboard; undefined when it has one, no matter who made that. */
    async addFirst(device: Owner, content: FirstContent, createdAt: number): Promise<DashboardRow | undefined> {
      return holding({ table: 'devices', id: device.id }, async (tx) => {
        if ((await tx.$count(dashboards, eq(dashboards.deviceId, device.id))) > 0) return undefined;
        const row = { ...content, deviceId: device.id, accountId: device.accountId, createdAt };
        const [added] = await tx.insert(dashboards).values(row).returning();
        return added;
      });
    },

    /**
     * Puts `content` in the place of what a dashboard holds, which becomes an earlier version. Undefined when it is not, or not any
     * more, at `basedOn`.
     */
    async replace(
      id: number,
      content: DashboardContent,
      { at, basedOn, approved }: Replacement,
    ): Promise<DashboardRow | undefined> {
      return holding({ table: 'dashboards', id }, async (tx) => {
        const [present] = await tx.select().from(dashboards).where(eq(dashboards.id, id));
        if (present?.version !== basedOn) return undefined;
        await tx.insert(dashboardVersions).values(former(present));
        const [replaced] = await tx
          .update(dashboards)
          .set({ ...content, approved, version: present.version + 1, savedAt: at })
          .where(eq(dashboards.id, id))
          .returning();
        await tx
          .delete(dashboardVersions)
          .where(
            and(
              eq(dashboardVersions.dashboardId, id),
              lte(dashboardVersions.version, present.version - maxStoredVersions),
            ),
          );
        return replaced;
      });
    },

    /** Writes down what others may get of a dashboard; false when it is not, or not any more, at a version. */
    async approve(id: number, version: number, approved: DashboardRow['approved']): Promise<boolean> {
      const at = and(eq(dashboards.id, id), eq(dashboards.version, version), isNull(dashboards.deletedAt));
      const { rowCount } = await orm.update(dashboards).set({ approved }).where(at);
      return rowCount === 1;
    },

    /** What a dashboard was like before, newest first; of the widgets how many there were: thirty times their pictures are megabytes. */
    async versions(id: number) {
      const { widgets, ...others } = getTableColumns(dashboardVersions);
      return orm
        .select({ ...others, widgets: sql<number>`jsonb_array_length(${widgets})` })
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

    /** The account's dashboards that belong to no device, and those of others that are named; the newest change first. */
    list: (accountId: number, others: readonly number[]): Promise<ListedDashboard[]> =>
      orm
        .select({ ...listed, places, seen })
        .from(dashboards)
        .where(and(ofNoDevice, or(eq(dashboards.accountId, accountId), inArray(dashboards.id, [...others]))))
        .orderBy(desc(sql`coalesce(saved_at, created_at)`), desc(dashboards.id)),

    /** The account's that follow a tag or a group. */
    listFollowing: (accountId: number): Promise<FollowingDashboard[]> =>
      orm
        .select(following)
        .from(dashboards)
        .where(and(ofNoDevice, eq(dashboards.accountId, accountId), isNotNull(dashboards.follows))),

    /** How many the account has that belong to no device. */
    count: (accountId: number): Promise<number> =>
      orm.$count(dashboards, and(ofNoDevice, eq(dashboards.accountId, accountId))),

    async add(accountId: number, content: FirstContent, createdAt: number): Promise<DashboardRow> {
      const [row] = await orm
        .insert(dashboards)
        .values({ ...content, accountId, createdAt })
        .returning();
      if (!row) throw new Error('The dashboard was not stored.');
      return row;
    },

    /** The account's that were deleted after an instant, the last one first; the newest hundred. */
    listDeleted: (accountId: number, after: number) =>
      orm
        .select({ id: dashboards.id, name: dashboards.name, deletedAt: dashboards.deletedAt })
        .from(dashboards)
        .where(and(isNull(dashboards.deviceId), eq(dashboards.accountId, accountId), gt(dashboards.deletedAt, after)))
        .orderBy(desc(dashboards.deletedAt))
        .limit(100),

    async markDeleted(id: number, at: number): Promise<void> {
      await orm.update(dashboards).set({ deletedAt: at }).where(eq(dashboards.id, id));
    },

    /** Brings one back that was deleted after an instant; undefined when the account has none of this id. */
    async unmarkDeleted(accountId: number, id: number, after: number): Promise<DashboardRow | undefined> {
      const [row] = await orm
        .update(dashboards)
        .set({ deletedAt: null })
        .where(and(eq(dashboards.id, id), eq(dashboards.accountId, accountId), gt(dashboards.deletedAt, after)))
        .returning();
      return row;
    },

    /** Removes those for good that were deleted before an instant. */
    async purge(before: number): Promise<void> {
      await orm.delete(dashboards).where(lt(dashboards.deletedAt, before));
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
