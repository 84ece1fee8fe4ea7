import { and, desc, eq, lt, ne, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { knownOrigins } from '../../../../platform/database/schema/index.ts';

/** The SQL of where accounts were logged in from. */
export class KnownOriginsRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Notes a login; `isNew` when it is the first from there, `isFirst` when the account had none at all. */
  async note(accountId: number, originHash: string, now: Date): Promise<{ isNew: boolean; isFirst: boolean }> {
    const others = this.#orm
      .select({ one: sql`1` })
      .from(knownOrigins)
      .where(and(eq(knownOrigins.accountId, accountId), ne(knownOrigins.originHash, originHash)));
    const [row] = await this.#orm
      .insert(knownOrigins)
      .values({ accountId, originHash, lastSeenAt: now })
      .onConflictDoUpdate({
        target: [knownOrigins.accountId, knownOrigins.originHash],
        set: { lastSeenAt: now },
      })
      // A row that was there has been replaced, so its xmax is set.
      .returning({ isNew: sql<boolean>`(xmax = 0)`, hasOthers: sql<boolean>`exists (${others})` });
    return { isNew: row?.isNew ?? false, isFirst: row?.hasOthers === false };
  }

  /** Keeps those of an account that were used last. */
  async removeOldest(accountId: number, limit: number): Promise<void> {
    const newest = this.#orm
      .select({ originHash: knownOrigins.originHash })
      .from(knownOrigins)
      .where(eq(knownOrigins.accountId, accountId))
      .orderBy(desc(knownOrigins.lastSeenAt))
      .limit(limit);
    await this.#orm
      .delete(knownOrigins)
      .where(and(eq(knownOrigins.accountId, accountId), notInArray(knownOrigins.originHash, newest)));
  }

  async removeUnusedSince(before: Date): Promise<void> {
    await this.#orm.delete(knownOrigins).where(lt(knownOrigins.lastSeenAt, before));
  }
}
