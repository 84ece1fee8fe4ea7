import type { Widget } from '@cyno/contract';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { dashboards } from '../../../platform/database/schema/index.ts';
import type { DashboardContent, DashboardRow } from './dashboards.repository.ts';

export type AccountDashboardsRepository = ReturnType<typeof accountDashboardsRepository>;

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

/** The SQL of dashboards that belong to no device. */
export function accountDashboardsRepository({ orm }: Database) {
  const ofNoDevice = and(isNull(dashboards.deviceId), isNull(dashboards.deletedAt));

  return {
    /** The account's dashboards, and those of others that are named; the newest change first. */
    list: (accountId: number, others: readonly number[]): Promise<ListedDashboard[]> =>
      orm
        .select({ ...listed, places })
        .from(dashboards)
        .where(and(ofNoDevice, or(eq(dashboards.accountId, accountId), inArray(dashboards.id, [...others]))))
        .orderBy(desc(sql`coalesce(saved_at, created_at)`), desc(dashboards.id)),

    /** The account's that follow a tag or a group. */
    listFollowing: (accountId: number): Promise<FollowingDashboard[]> =>
      orm
        .select(following)
        .from(dashboards)
        .where(and(ofNoDevice, eq(dashboards.accountId, accountId), isNotNull(dashboards.follows))),

    /** How many the account has. */
    count: (accountId: number): Promise<number> =>
      orm.$count(dashboards, and(ofNoDevice, eq(dashboards.accountId, accountId))),

    async add(
      accountId: number,
      content: DashboardContent & Pick<DashboardRow, 'approved'>,
      createdAt: number,
    ): Promise<DashboardRow> {
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
