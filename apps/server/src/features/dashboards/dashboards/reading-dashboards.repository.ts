import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { dashboards } from '../../../platform/database/schema/index.ts';
import type { FollowingDashboard } from './dashboards.repository.ts';

/** A dashboard with widgets of a variable; `named` are the devices that those widgets choose, null: that of the dashboard. */
interface ReadingDashboard extends FollowingDashboard {
  readonly name: string | null;
  readonly named: readonly (string | null)[];
}

/** Finds the dashboards of an account, of whatever kind, with a widget of a variable of this name. */
export const readingDashboards =
  ({ orm }: Pick<Database, 'orm'>) =>
  (accountId: number, key: string): Promise<ReadingDashboard[]> =>
    orm
      .select({
        id: dashboards.id,
        accountId: dashboards.accountId,
        deviceId: dashboards.deviceId,
        espids: dashboards.espids,
        follows: dashboards.follows,
        name: dashboards.name,
        named: devicesOfWidgets(key),
      })
      .from(dashboards)
      .where(
        and(
          isNull(dashboards.deletedAt),
          eq(dashboards.accountId, accountId),
          sql`jsonb_array_length(${devicesOfWidgets(key)}) > 0`,
        ),
      )
      .orderBy(dashboards.id);

const devicesOfWidgets = (key: string): SQL<(string | null)[]> => sql`(
  select coalesce(jsonb_agg(one->'device'), '[]') from jsonb_array_elements(${dashboards.widgets}) as one
  where one->'content'->>'key' = ${key} or one->'content'->'keys' ? ${key}
)`;
