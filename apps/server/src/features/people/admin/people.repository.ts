import type { Member } from '@cyno/contract';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, sessions } from '../../../platform/database/schema/index.ts';

export type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly member: Member;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly disabledAt: Date | null;
  readonly deleteAfter: Date | null;
  readonly hasPassword: boolean;
}

export interface EndedSession {
  readonly accountId: number;
  readonly sessionId: number;
}

/** The SQL of what administrators do about people. */
export class PeopleRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  async list(): Promise<Person[]> {
    return (await this.#orm.select().from(accounts).orderBy(asc(accounts.id))).map(toPerson);
  }

  async find(which: { id: number } | { email: string }): Promise<Person | undefined> {
    const [row] = await this.#orm.select().from(accounts).where(matches(which));
    return row && toPerson(row);
  }

  /**
   * Works on one account, all or nothing. All administrators are locked before it, in the same order in every transaction: so no two
   * actions can each believe that the other's administrator stays.
   */
  async change<T>(id: number, work: (about: About) => Promise<T>): Promise<T> {
    return this.#orm.transaction(async (transaction) => {
      const admins = await transaction
        .select()
        .from(accounts)
        .where(eq(accounts.member, 'admin'))
        .orderBy(asc(accounts.id))
        .for('no key update');
      const [row] = await transaction.select().from(accounts).where(eq(accounts.id, id)).for('no key update');
      return work({ transaction, admins: admins.map(toPerson), person: row && toPerson(row) });
    });
  }
}

/** What an action finds; `person` is undefined when the account is gone. */
export interface About {
  readonly transaction: Transaction;
  readonly admins: readonly Person[];
  readonly person: Person | undefined;
}

export async function save(transaction: Transaction, id: number, change: Partial<typeof accounts.$inferInsert>) {
  await transaction.update(accounts).set(change).where(eq(accounts.id, id));
}

/** Ends the sessions of an account, but for one if it is given. */
export async function endSessions(
  transaction: Transaction,
  accountId: number,
  keep: number | null,
): Promise<EndedSession[]> {
  return transaction
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), keep === null ? undefined : ne(sessions.id, keep)))
    .returning({ accountId: sessions.accountId, sessionId: sessions.id });
}

const matches = (which: { id: number } | { email: string }) =>
  'id' in which ? eq(accounts.id, which.id) : eq(accounts.email, which.email);

function toPerson(row: typeof accounts.$inferSelect): Person {
  const { id, email, member, createdAt, confirmedAt, disabledAt, deleteAfter, passwordHash } = row;
  return { id, email, member, createdAt, confirmedAt, disabledAt, deleteAfter, hasPassword: passwordHash !== null };
}
