import { and, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, connectionKeys, devices, pendingBoards } from '../../../platform/database/schema/index.ts';

export type PendingState = 'pending' | 'rejected' | 'blocked';

export interface PendingRow {
  espid: string;
  state: PendingState;
  ip: string | null;
  seenAt: number;
  /** The account deleted the board, so that only its owner lets it in again. */
  wasDeleted: boolean;
}

export interface KeyRow {
  id: number;
  key: string;
  retiredAt: Date | null;
}

/** The open *Add device* window: until when, and how many more boards join in it. */
export interface PairingWindow {
  readonly until: number;
  remaining: number;
}

/** The SQL of pairing: boards that wait or are refused, connection keys, and the *Add device* window. */
export function pairingRepository({ orm }: Database) {
  return {
    async listBoards(accountId: number): Promise<PendingRow[]> {
      const rows = await orm.select().from(pendingBoards).where(eq(pendingBoards.accountId, accountId));
      return rows.map(({ espid, state, ip, seenAt, wasDeleted }) => ({
        espid,
        state,
        ip,
        seenAt: seenAt.getTime(),
        wasDeleted,
      }));
    },

    /** Saves rows of any accounts in one statement; of two of one board the later one counts. */
    async saveBoards(boards: readonly { accountId: number; row: PendingRow }[]): Promise<void> {
      const newest = new Map(boards.map((board) => [`${board.accountId} ${board.row.espid}`, board]));
      const { state, ip, seenAt, wasDeleted } = pendingBoards;
      await orm
        .insert(pendingBoards)
        .values(
          [...newest.values()].map(({ accountId, row }) => ({
            accountId,
            espid: row.espid,
            state: row.state,
            ip: row.ip,
            seenAt: new Date(row.seenAt),
            wasDeleted: row.wasDeleted,
          })),
        )
        .onConflictDoUpdate({
          target: [pendingBoards.accountId, pendingBoards.espid],
          set: {
            state: sql.raw(`excluded.${state.name}`),
            ip: sql.raw(`excluded.${ip.name}`),
            seenAt: sql.raw(`excluded.${seenAt.name}`),
            wasDeleted: sql.raw(`excluded.${wasDeleted.name}`),
          },
        });
    },

    async removeBoards(accountId: number, espids: string[]): Promise<void> {
      if (espids.length === 0) return;
      await orm
        .delete(pendingBoards)
        .where(and(eq(pendingBoards.accountId, accountId), inArray(pendingBoards.espid, espids)));
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

    async findWindow(accountId: number): Promise<PairingWindow | null> {
      const [row] = await orm
        .select({ until: accounts.pairingOpenUntil, remaining: accounts.pairingRoom })
        .from(accounts)
        .where(eq(accounts.id, accountId));
      return row?.until ? { until: row.until.getTime(), remaining: row.remaining } : null;
    },

    async saveWindow(accountId: number, window: PairingWindow | null): Promise<void> {
      await orm
        .update(accounts)
        .set({
          pairingOpenUntil: window && new Date(window.until),
          ...(window && { pairingRoom: window.remaining }),
        })
        .where(eq(accounts.id, accountId));
    },
  };
}

export type PairingRepository = ReturnType<typeof pairingRepository>;
