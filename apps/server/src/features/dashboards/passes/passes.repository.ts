import { and, count, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { guestPasses, guestPassUses } from '../../../platform/database/schema/index.ts';

export type PassRow = typeof guestPasses.$inferSelect;
export type PassUseRow = typeof guestPassUses.$inferSelect;
export type PassesRepository = ReturnType<typeof passesRepository>;

interface Use {
  readonly passId: number;
  readonly key: string;
  readonly value: string;
  readonly at: number;
}

/** The SQL of guest passes. */
export function passesRepository({ orm, holding }: Database) {
  const one = ({ passId, key }: Pick<Use, 'passId' | 'key'>) =>
    and(eq(guestPassUses.passId, passId), eq(guestPassUses.key, key));
  return {
    /** The passes that an account made for a device, newest first. */
    async list(deviceId: number, accountId: number): Promise<PassRow[]> {
      return orm
        .select()
        .from(guestPasses)
        .where(and(eq(guestPasses.deviceId, deviceId), eq(guestPasses.accountId, accountId)))
        .orderBy(desc(guestPasses.id));
    },

    /** Undefined when the device has `limit` passes already. */
    async add(row: typeof guestPasses.$inferInsert, limit: number): Promise<PassRow | undefined> {
      return holding({ table: 'devices', id: row.deviceId }, async (tx) => {
        const [present] = await tx
          .select({ passes: count() })
          .from(guestPasses)
          .where(eq(guestPasses.deviceId, row.deviceId));
        if ((present?.passes ?? 0) >= limit) return undefined;
        const [added] = await tx.insert(guestPasses).values(row).returning();
        return added;
      });
    },

    async findByToken(tokenHash: string): Promise<PassRow | undefined> {
      const [row] = await orm.select().from(guestPasses).where(eq(guestPasses.tokenHash, tokenHash));
      return row;
    },

    /** Undefined when the account made no such pass for the device. */
    async revoke(
      { deviceId, accountId, id }: { deviceId: number; accountId: number; id: number },
      at: number,
    ): Promise<PassRow | undefined> {
      const [row] = await orm
        .update(guestPasses)
        .set({ revokedAt: sql`coalesce(${guestPasses.revokedAt}, ${at}::bigint)` })
        .where(and(eq(guestPasses.id, id), eq(guestPasses.deviceId, deviceId), eq(guestPasses.accountId, accountId)))
        .returning();
      return row;
    },

    /**
     * Takes one use: `again` when this key has taken one before; the pass as it is when there is none left, or the time is not right.
     * Undefined when it is gone. Of many calls at once exactly as many succeed as uses are left.
     */
    async take(use: Use): Promise<'taken' | 'again' | PassRow | undefined> {
      return holding({ table: 'guest_passes', id: use.passId }, async (tx) => {
        const [row] = await tx.select().from(guestPasses).where(eq(guestPasses.id, use.passId));
        if (!row) return undefined;
        const [known] = await tx.select({ key: guestPassUses.key }).from(guestPassUses).where(one(use));
        if (known) return 'again';
        const { rowCount } = await tx
          .update(guestPasses)
          .set({ used: sql`${guestPasses.used} + 1`, lastUsedAt: use.at })
          .where(
            and(
              eq(guestPasses.id, use.passId),
              isNull(guestPasses.revokedAt),
              lt(guestPasses.used, guestPasses.uses),
              gt(guestPasses.untilAt, use.at),
              or(isNull(guestPasses.fromAt), lte(guestPasses.fromAt, use.at)),
            ),
          );
        if (rowCount !== 1) return row;
        await tx.insert(guestPassUses).values({ ...use, commandId: null });
        return 'taken';
      });
    },

    /** Takes a use back, because nothing was sent. */
    async giveBack(use: Pick<Use, 'passId' | 'key'>): Promise<void> {
      await holding({ table: 'guest_passes', id: use.passId }, async (tx) => {
        const { rowCount } = await tx.delete(guestPassUses).where(one(use));
        if (rowCount !== 1) return;
        await tx
          .update(guestPasses)
          .set({ used: sql`${guestPasses.used} - 1` })
          .where(eq(guestPasses.id, use.passId));
      });
    },

    async saveCommand(use: Pick<Use, 'passId' | 'key'>, commandId: number): Promise<void> {
      await orm.update(guestPassUses).set({ commandId }).where(one(use));
    },

    async isRevoked(id: number): Promise<boolean> {
      const revoked = await orm.$count(guestPasses, and(eq(guestPasses.id, id), isNotNull(guestPasses.revokedAt)));
      return revoked > 0;
    },

    async findUse(use: Pick<Use, 'passId' | 'key'>): Promise<PassUseRow | undefined> {
      const [row] = await orm.select().from(guestPassUses).where(one(use));
      return row;
    },

    /** Forgets passes that ended or were revoked before an instant. */
    async forget(before: number): Promise<void> {
      await orm.delete(guestPasses).where(or(lt(guestPasses.untilAt, before), lt(guestPasses.revokedAt, before)));
    },
  };
}
