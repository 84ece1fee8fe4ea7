import { and, eq, gt, isNull, lt, lte, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import {
  accessTokens,
  accounts,
  dashboards,
  devices,
  knownOrigins,
  mailLinks,
  projects,
  sessions,
  shares,
} from '../../../../platform/database/schema/index.ts';
import { holdForSession, removeProofs, type SessionOwner } from '../account.sql.ts';
import { type EndedAccessToken, endedAccessToken } from '../sessions/access-tokens.repository.ts';
import { type EndedSession, endedSession } from '../sessions/sessions.repository.ts';

/** What only who was logged in, or has a board, can have. */
const signsOfUse = [accessTokens, dashboards, devices, knownOrigins, projects, sessions, shares];

/** What ended with an account; null: refused, because nobody would be administrator any more. */
export type Closed = { readonly sessions: EndedSession[]; readonly tokens: EndedAccessToken[] } | null;

/** The SQL of accounts that their owners delete. */
export class AccountDeletionRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Closes an account and ends its sessions, access tokens and links. Throws a 401 when the session that requests it has ended. */
  async close(owner: SessionOwner, deleteAfter: Date): Promise<Closed> {
    const accountId = owner.id;
    return this.#orm.transaction(async (transaction) => {
      // Locks the administrators, so that two of them cannot be the last but one at the same time.
      const admins = await transaction
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.member, 'admin'), isNull(accounts.disabledAt), isNull(accounts.deleteAfter)))
        .orderBy(accounts.id)
        .for('update');
      await holdForSession(transaction, owner);
      if (admins.length === 1 && admins[0]?.id === accountId) return null;
      await transaction.update(accounts).set({ deleteAfter }).where(eq(accounts.id, accountId));
      await removeProofs(transaction, accountId);
      return {
        sessions: await transaction.delete(sessions).where(eq(sessions.accountId, accountId)).returning(endedSession),
        tokens: await transaction
          .delete(accessTokens)
          .where(eq(accessTokens.accountId, accountId))
          .returning(endedAccessToken),
      };
    });
  }

  /** The accounts whose time is over. */
  async due(now: Date): Promise<number[]> {
    const rows = await this.#orm.select({ id: accounts.id }).from(accounts).where(lte(accounts.deleteAfter, now));
    return rows.map((row) => row.id);
  }

  /**
   * Removes accounts that were never confirmed, have no link left by which they could be, and were never used, as they may have been while
   * the server sent no mail. Returns how many.
   */
  async removeUnconfirmed(createdBefore: Date, now: Date): Promise<number> {
    const linksOf = this.#orm
      .select({ one: sql`1` })
      .from(mailLinks)
      .where(and(eq(mailLinks.accountId, accounts.id), gt(mailLinks.expiresAt, now)));
    const isUnused = signsOfUse.map((table) =>
      notExists(this.#orm.select({ one: sql`1` }).from(table).where(eq(table.accountId, accounts.id))),
    );
    const { rowCount } = await this.#orm
      .delete(accounts)
      .where(
        and(
          isNull(accounts.confirmedAt),
          eq(accounts.member, 'user'),
          lt(accounts.createdAt, createdBefore),
          notExists(linksOf),
          ...isUnused,
        ),
      );
    return rowCount ?? 0;
  }

  /** Removes an account with everything that hangs on it, unless its deletion was cancelled by now. */
  async remove(accountId: number, now: Date): Promise<void> {
    await this.#orm.delete(accounts).where(and(eq(accounts.id, accountId), lte(accounts.deleteAfter, now)));
  }
}
