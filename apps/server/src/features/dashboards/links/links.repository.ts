import { and, count, desc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { dashboards, publicLinks } from '../../../platform/database/schema/index.ts';

export type LinkRow = typeof publicLinks.$inferSelect;
export type NewLinkRow = typeof publicLinks.$inferInsert;
export type LinkedDashboard = typeof dashboards.$inferSelect;
export type LinksRepository = ReturnType<typeof linksRepository>;

/** A link with the dashboard that it shows. */
export interface LinkWithDashboard {
  readonly link: LinkRow;
  readonly dashboard: LinkedDashboard;
}

/** The SQL of public links. */
export function linksRepository({ orm, holding }: Database) {
  // A dashboard that is deleted, or has become somebody else's, has no links.
  const isVisible = and(isNull(dashboards.deletedAt), eq(dashboards.accountId, publicLinks.accountId));
  const withDashboard = () =>
    orm
      .select({ link: publicLinks, dashboard: dashboards })
      .from(publicLinks)
      .innerJoin(dashboards, eq(dashboards.id, publicLinks.dashboardId));
  const own = ({ id, dashboardId, accountId }: Pick<LinkRow, 'id' | 'dashboardId' | 'accountId'>) =>
    and(eq(publicLinks.id, id), eq(publicLinks.dashboardId, dashboardId), eq(publicLinks.accountId, accountId));

  return {
    async findDashboard(id: number): Promise<LinkedDashboard | undefined> {
      const [row] = await orm
        .select()
        .from(dashboards)
        .where(and(eq(dashboards.id, id), isNull(dashboards.deletedAt)));
      return row;
    },

    async list(dashboardId: number, accountId: number): Promise<LinkRow[]> {
      return orm
        .select()
        .from(publicLinks)
        .where(and(eq(publicLinks.dashboardId, dashboardId), eq(publicLinks.accountId, accountId)))
        .orderBy(desc(publicLinks.id));
    },

    /** Undefined when the dashboard has `limit` links already. */
    async add(row: NewLinkRow, limit: number): Promise<LinkRow | undefined> {
      return holding({ table: 'dashboards', id: row.dashboardId }, async (tx) => {
        const [present] = await tx
          .select({ links: count() })
          .from(publicLinks)
          .where(eq(publicLinks.dashboardId, row.dashboardId));
        if ((present?.links ?? 0) >= limit) return undefined;
        const [added] = await tx.insert(publicLinks).values(row).returning();
        return added;
      });
    },

    /** Undefined when the account has no such link. */
    async change(
      which: Pick<LinkRow, 'id' | 'dashboardId' | 'accountId'>,
      change: Partial<Pick<LinkRow, 'name' | 'passwordHash' | 'expiresAt' | 'exposed' | 'espids' | 'origins'>>,
    ): Promise<LinkRow | undefined> {
      const [row] = await orm.update(publicLinks).set(change).where(own(which)).returning();
      return row;
    },

    /** False when the account has no such link. */
    async remove(which: Pick<LinkRow, 'id' | 'dashboardId' | 'accountId'>): Promise<boolean> {
      const { rowCount } = await orm.delete(publicLinks).where(own(which));
      return rowCount === 1;
    },

    async findByToken(tokenHash: string): Promise<LinkWithDashboard | undefined> {
      const [row] = await withDashboard().where(and(eq(publicLinks.tokenHash, tokenHash), isVisible));
      return row;
    },

    async findById(id: number): Promise<LinkWithDashboard | undefined> {
      const [row] = await withDashboard().where(and(eq(publicLinks.id, id), isVisible));
      return row;
    },

    /** Notes that somebody opened it, once a minute at most. */
    async opened(id: number, at: number): Promise<void> {
      await orm
        .update(publicLinks)
        .set({ openedAt: at })
        .where(and(eq(publicLinks.id, id), or(isNull(publicLinks.openedAt), lt(publicLinks.openedAt, at - 60_000))));
    },

    /** Forgets links that ended before an instant. */
    async forget(before: number): Promise<void> {
      await orm.delete(publicLinks).where(lt(publicLinks.expiresAt, before));
    },
  };
}
