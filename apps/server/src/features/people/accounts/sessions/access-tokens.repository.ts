import type { AccessTokenCreate } from '@cyno/contract';
import { and, count, desc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { accessTokens, accounts } from '../../../../platform/database/schema/index.ts';
import { accountColumns, holdForSession, type SessionOwner } from '../account.sql.ts';
import type { Account } from '../account.ts';

export type AccessTokenRow = Omit<typeof accessTokens.$inferSelect, 'accountId' | 'tokenHash'>;

/** Names a personal access token that was revoked or expired. */
export interface EndedAccessToken {
  readonly accountId: number;
  readonly tokenId: number;
}

const listed = {
  id: accessTokens.id,
  name: accessTokens.name,
  scope: accessTokens.scope,
  createdAt: accessTokens.createdAt,
  lastUsedAt: accessTokens.lastUsedAt,
  expiresAt: accessTokens.expiresAt,
};
/** The columns of an `EndedAccessToken`. */
export const endedAccessToken = { accountId: accessTokens.accountId, tokenId: accessTokens.id };

/** The SQL of personal access tokens. */
export class AccessTokensRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  async list(accountId: number): Promise<AccessTokenRow[]> {
    return this.#orm
      .select(listed)
      .from(accessTokens)
      .where(eq(accessTokens.accountId, accountId))
      .orderBy(desc(accessTokens.id));
  }

  /** Undefined when the account has `limit` already. Throws a 401 when the session that requests it has ended. */
  async create(
    owner: SessionOwner,
    token: Pick<AccessTokenCreate, 'name' | 'scope'> & { tokenHash: string; createdAt: Date; expiresAt: Date | null },
    limit: number,
  ): Promise<AccessTokenRow | undefined> {
    const accountId = owner.id;
    const ofAccount = eq(accessTokens.accountId, accountId);
    return this.#holding({ table: 'accounts', id: accountId }, async (transaction) => {
      await holdForSession(transaction, owner);
      const [present] = await transaction.select({ n: count() }).from(accessTokens).where(ofAccount);
      if ((present?.n ?? 0) >= limit) return undefined;
      const [row] = await transaction
        .insert(accessTokens)
        .values({ accountId, ...token })
        .returning(listed);
      return row;
    });
  }

  async find(
    tokenHash: string,
    now: Date,
  ): Promise<(Account & Omit<AccessTokenRow, 'id' | 'name' | 'createdAt'> & { tokenId: number }) | undefined> {
    const rows = await this.#orm
      .select({
        ...accountColumns,
        tokenId: accessTokens.id,
        scope: accessTokens.scope,
        lastUsedAt: accessTokens.lastUsedAt,
        expiresAt: accessTokens.expiresAt,
      })
      .from(accessTokens)
      .innerJoin(accounts, eq(accounts.id, accessTokens.accountId))
      .where(
        and(
          eq(accessTokens.tokenHash, tokenHash),
          or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, now)),
          isNull(accounts.disabledAt),
          isNull(accounts.deleteAfter),
        ),
      );
    return rows[0];
  }

  async touch(tokenId: number, now: Date): Promise<void> {
    await this.#orm.update(accessTokens).set({ lastUsedAt: now }).where(eq(accessTokens.id, tokenId));
  }

  /** Empty when the account has no such token. */
  async remove(accountId: number, tokenId: number): Promise<EndedAccessToken[]> {
    return this.#orm
      .delete(accessTokens)
      .where(and(eq(accessTokens.accountId, accountId), eq(accessTokens.id, tokenId)))
      .returning(endedAccessToken);
  }

  async removeExpired(now: Date): Promise<EndedAccessToken[]> {
    return this.#orm.delete(accessTokens).where(lte(accessTokens.expiresAt, now)).returning(endedAccessToken);
  }
}
