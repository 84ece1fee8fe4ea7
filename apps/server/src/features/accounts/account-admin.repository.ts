import type { Member } from '@cyno/contract';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import { accounts } from '../../platform/database/schema/index.ts';

const columns = {
  email: accounts.email,
  member: accounts.member,
  createdAt: accounts.createdAt,
  confirmedAt: accounts.confirmedAt,
  disabledAt: accounts.disabledAt,
};

export interface ListedAccount {
  readonly email: string;
  readonly member: Member;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly disabledAt: Date | null;
}

/** The SQL of what the operator does. */
export class AccountAdminRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  async list(): Promise<ListedAccount[]> {
    return this.#orm.select(columns).from(accounts).orderBy(asc(accounts.id));
  }

  async findId(email: string): Promise<number | undefined> {
    const rows = await this.#orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
    return rows[0]?.id;
  }

  /** `last`: refused, because nobody would be administrator any more. */
  async setMember(email: string, member: Member): Promise<'done' | 'unknown' | 'last'> {
    return this.#orm.transaction(async (transaction) => {
      // Locks the administrators, so that two of them cannot be the last but one at the same time.
      const admins = await transaction
        .select({ email: accounts.email })
        .from(accounts)
        .where(eq(accounts.member, 'admin'))
        .for('update');
      if (member === 'user' && admins.length === 1 && admins[0]?.email === email) return 'last';
      const changed = await transaction
        .update(accounts)
        .set({ member })
        .where(eq(accounts.email, email))
        .returning({ id: accounts.id });
      return changed.length > 0 ? 'done' : 'unknown';
    });
  }
}
