import { and, eq, like, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, serverState } from '../../../platform/database/schema/index.ts';

/** An account's virtual board; `until` is when it stops, ms since the epoch. */
export interface StoredBoard {
  readonly accountId: number;
  readonly espid: string;
  readonly until: number;
}

const prefix = 'virtual-board:';
const storedBoard = z.object({ espid: z.string(), until: z.number() });

export type VirtualBoardsRepository = ReturnType<typeof virtualBoardsRepository>;

/** The SQL of virtual boards: one fact of the installation for each account that has tried one. */
export function virtualBoardsRepository({ orm }: Database) {
  return {
    async find(accountId: number): Promise<StoredBoard | undefined> {
      const rows = await orm
        .select()
        .from(serverState)
        .where(eq(serverState.key, prefix + accountId));
      return rows[0] && { accountId, ...storedBoard.parse(rows[0].value) };
    },

    /** Boards whose time is not over at `now`. */
    async listRunning(now: number): Promise<StoredBoard[]> {
      const rows = await orm
        .select()
        .from(serverState)
        .where(and(like(serverState.key, `${prefix}%`), sql`(${serverState.value}->>'until')::numeric > ${now}`));
      return rows.map(({ key, value }) => ({
        accountId: Number(key.slice(prefix.length)),
        ...storedBoard.parse(value),
      }));
    },

    async save({ accountId, espid, until }: StoredBoard): Promise<void> {
      const row = { key: prefix + accountId, value: { espid, until }, updatedAt: new Date() };
      await orm.insert(serverState).values(row).onConflictDoUpdate({ target: serverState.key, set: row });
    },

    /** Forgets the boards of accounts that no longer exist. */
    async removeOrphans(): Promise<void> {
      await orm
        .delete(serverState)
        .where(
          and(
            like(serverState.key, `${prefix}%`),
            sql`not exists (select 1 from ${accounts} where ${prefix} || ${accounts.id} = ${serverState.key})`,
          ),
        );
    },
  };
}
