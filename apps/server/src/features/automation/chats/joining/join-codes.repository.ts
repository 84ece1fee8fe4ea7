import type { ChatService } from '@cyno/contract';
import { and, desc, eq, gt, lte, notInArray } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { chatJoinCodes } from '../../../../platform/database/schema/index.ts';

type JoinCodeRow = typeof chatJoinCodes.$inferSelect;
export type JoinCodesRepository = ReturnType<typeof joinCodesRepository>;

/** The SQL of the codes with which chats join accounts. */
export function joinCodesRepository({ orm }: Database) {
  return {
    /** Leaves the newest codes of the account and service, so many. */
    async add(row: JoinCodeRow, max: number): Promise<void> {
      await orm.insert(chatJoinCodes).values(row);
      const ofAccount = and(eq(chatJoinCodes.accountId, row.accountId), eq(chatJoinCodes.service, row.service));
      const newest = orm
        .select({ codeHash: chatJoinCodes.codeHash })
        .from(chatJoinCodes)
        .where(ofAccount)
        .orderBy(desc(chatJoinCodes.expiresAt))
        .limit(max);
      await orm.delete(chatJoinCodes).where(and(ofAccount, notInArray(chatJoinCodes.codeHash, newest)));
    },

    /** Uses a code up and returns whose it is; undefined when it is not good (any more). Of two at once only one gets it. */
    async take(service: ChatService, codeHash: string, now: number): Promise<number | undefined> {
      const [row] = await orm
        .delete(chatJoinCodes)
        .where(
          and(
            eq(chatJoinCodes.codeHash, codeHash),
            eq(chatJoinCodes.service, service),
            gt(chatJoinCodes.expiresAt, now),
          ),
        )
        .returning({ accountId: chatJoinCodes.accountId });
      return row?.accountId;
    },

    async removeExpired(now: number): Promise<void> {
      await orm.delete(chatJoinCodes).where(lte(chatJoinCodes.expiresAt, now));
    },
  };
}
