import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import { accounts, connectionKeys, mailLinks, sessions } from '../../platform/database/schema/index.ts';
import { type EndedSession, endedSession } from './sessions.repository.ts';

export interface AddressAccount {
  readonly id: number;
  readonly isAdmin: boolean;
  readonly confirmed: boolean;
  readonly disabled: boolean;
  readonly hasPassword: boolean;
}

/** The SQL of log-ins by a proved address. */
export class AddressLogInRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  async find(email: string): Promise<AddressAccount | undefined> {
    const rows = await this.#orm
      .select({
        id: accounts.id,
        isAdmin: sql<boolean>`${accounts.member} = 'admin'`,
        confirmed: sql<boolean>`${accounts.confirmedAt} is not null`,
        disabled: sql<boolean>`${accounts.disabledAt} is not null`,
        hasPassword: sql<boolean>`${accounts.passwordHash} is not null`,
      })
      .from(accounts)
      .where(eq(accounts.email, email));
    return rows[0];
  }

  /** Undefined when the address has an account by now. */
  async create(account: {
    email: string;
    name: string | null;
    connectionKey: string;
    confirmedAt: Date;
  }): Promise<number | undefined> {
    const { connectionKey, ...values } = account;
    return this.#orm.transaction(async (transaction) => {
      const rows = await transaction
        .insert(accounts)
        .values(values)
        .onConflictDoNothing({ target: accounts.email })
        .returning({ id: accounts.id });
      const id = rows[0]?.id;
      if (id !== undefined) await transaction.insert(connectionKeys).values({ accountId: id, key: connectionKey });
      return id;
    });
  }

  /** Confirms an account and takes away what whoever signed up may know: the password, the links and the sessions, which it answers. */
  async takeOver(id: number, confirmedAt: Date): Promise<EndedSession[]> {
    return this.#orm.transaction(async (transaction) => {
      const taken = await transaction
        .update(accounts)
        .set({ passwordHash: null, confirmedAt })
        .where(and(eq(accounts.id, id), isNull(accounts.confirmedAt)))
        .returning({ id: accounts.id });
      // Confirmed by a link of its mail in the meantime: then its owner is who reads the mail, which is the same person.
      if (taken.length === 0) return [];
      await transaction.delete(mailLinks).where(eq(mailLinks.accountId, id));
      return transaction.delete(sessions).where(eq(sessions.accountId, id)).returning(endedSession);
    });
  }
}
