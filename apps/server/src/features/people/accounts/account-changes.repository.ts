import type { Member } from '@cyno/contract';
import { inArray, isNotNull, or } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accessTokens, accounts, sessions } from '../../../platform/database/schema/index.ts';

/** What an account may do at this moment. */
export interface Standing {
  readonly member: Member;
  readonly isUsable: boolean;
}

/** The SQL of what is queried when accounts changed. */
export class AccountChangesRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Accounts that must not be used. */
  async blocked(): Promise<number[]> {
    const rows = await this.#orm
      .select({ id: accounts.id })
      .from(accounts)
      .where(or(isNotNull(accounts.disabledAt), isNotNull(accounts.deleteAfter)));
    return rows.map((row) => row.id);
  }

  /** How accounts stand; one that is gone is not in the response. */
  async standings(ids: readonly number[]): Promise<Map<number, Standing>> {
    const { id, member, disabledAt, deleteAfter } = accounts;
    const rows = await this.#orm
      .select({ id, member, disabledAt, deleteAfter })
      .from(accounts)
      .where(inArray(accounts.id, [...ids]));
    return new Map(
      rows.map((row) => [
        row.id,
        { member: row.member, isUsable: row.disabledAt === null && row.deleteAfter === null },
      ]),
    );
  }

  /** Which of these sessions and access tokens exist. */
  async living(sessionIds: number[], tokenIds: number[]): Promise<{ sessions: Set<number>; tokens: Set<number> }> {
    const [ofSessions, ofTokens] = await Promise.all([
      this.#orm.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, sessionIds)),
      this.#orm.select({ id: accessTokens.id }).from(accessTokens).where(inArray(accessTokens.id, tokenIds)),
    ]);
    return {
      sessions: new Set(ofSessions.map((row) => row.id)),
      tokens: new Set(ofTokens.map((row) => row.id)),
    };
  }
}
