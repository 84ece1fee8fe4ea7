import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import { accounts, connectionKeys, devices, pendingBoards } from '../../platform/database/schema/index.ts';

export type PendingState = 'pending' | 'rejected' | 'blocked';

export interface PendingRow {
  espid: string;
  state: PendingState;
  ip: string | null;
  seenAt: number;
}

export interface KeyRow {
  id: number;
  key: string;
  retiredAt: Date | null;
}

/** The SQL of pairing: boards that wait or are refused, connection keys, and the *Add device* window. */
export function pairingRepository({ orm }: Database) {
  return {
    async listBoards(accountId: number): Promise<PendingRow[]> {
      const rows = await orm.select().from(pendingBoards).where(eq(pendingBoards.accountId, accountId));
      return rows.map(({ espid, state, ip, seenAt }) => ({ espid, state, ip, seenAt: seenAt.getTime() }));
    },

    async saveBoard(accountId: number, row: PendingRow): Promise<void> {
      const values = { accountId, espid: row.espid, state: row.state, ip: row.ip, seenAt: new Date(row.seenAt) };
      await orm
        .insert(pendingBoards)
        .values(values)
        .onConflictDoUpdate({ target: [pendingBoards.accountId, pendingBoards.espid], set: values });
    },

    async removeBoards(accountId: number, espids: string[]): Promise<void> {
      if (espids.length === 0) return;
      await orm
        .delete(pendingBoards)
        .where(and(eq(pendingBoards.accountId, accountId), inArray(pendingBoards.espid, espids)));
    },

    /** The board has joined an account: nobody needs to decide about it, but who blocked it still does. */
    async removeWaiting(espid: string): Promise<void> {
      await orm.delete(pendingBoards).where(and(eq(pendingBoards.espid, espid), eq(pendingBoards.state, 'pending')));
    },

    async removeOlderThan(before: number): Promise<void> {
      await orm
        .delete(pendingBoards)
        .where(and(ne(pendingBoards.state, 'blocked'), lt(pendingBoards.seenAt, new Date(before))));
    },

    async listKeys(accountId: number): Promise<KeyRow[]> {
      return orm
        .select({ id: connectionKeys.id, key: connectionKeys.key, retiredAt: connectionKeys.retiredAt })
        .from(connectionKeys)
        .where(and(eq(connectionKeys.accountId, accountId), eq(connectionKeys.ended, false)));
    },

    /** Retires the current key (and with `endOld` ends all earlier ones) and adds the new one. */
    async rotateKey(accountId: number, key: string, endOld: boolean, at: number): Promise<void> {
      await orm.transaction(async (tx) => {
        const mine = eq(connectionKeys.accountId, accountId);
        await tx
          .update(connectionKeys)
          .set({ retiredAt: new Date(at) })
          .where(and(mine, isNull(connectionKeys.retiredAt)));
        if (endOld) await tx.update(connectionKeys).set({ ended: true }).where(mine);
        await tx.insert(connectionKeys).values({ accountId, key });
      });
    },

    /** Devices that proved ownership with a key that is no longer the current one. */
    async listOldKeyBoards(accountId: number): Promise<{ espid: string; name: string }[]> {
      return orm
        .select({ espid: devices.espid, name: devices.name })
        .from(devices)
        .innerJoin(connectionKeys, eq(connectionKeys.id, devices.verifiedKeyId))
        .where(
          and(
            eq(devices.accountId, accountId),
            isNull(devices.deletedAt),
            sql`(${connectionKeys.retiredAt} is not null or ${connectionKeys.ended})`,
          ),
        )
        .orderBy(devices.order);
    },

    async findWindow(accountId: number): Promise<number | null> {
      const [row] = await orm
        .select({ until: accounts.pairingOpenUntil })
        .from(accounts)
        .where(eq(accounts.id, accountId));
      return row?.until?.getTime() ?? null;
    },

    async saveWindow(accountId: number, until: number | null): Promise<void> {
      await orm
        .update(accounts)
        .set({ pairingOpenUntil: until === null ? null : new Date(until) })
        .where(eq(accounts.id, accountId));
    },
  };
}

export type PairingRepository = ReturnType<typeof pairingRepository>;
