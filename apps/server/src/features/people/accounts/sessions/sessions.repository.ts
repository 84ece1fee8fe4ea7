import { and, desc, eq, gt, isNull, lte, ne, notInArray } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { accounts, sessions } from '../../../../platform/database/schema/index.ts';
import { accountColumns, hasPassword } from '../account.sql.ts';
import type { Account } from '../account.ts';

/** Names a session that ended. */
export interface EndedSession {
  readonly accountId: number;
  readonly sessionId: number;
}

export interface NewSession {
  readonly accountId: number;
  readonly tokenHash: string;
  /** Of the password that opens the session; null: something else does. */
  readonly passwordHash: string | null;
  readonly userAgent: string | null;
  readonly ip: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

export interface SessionRow extends Account {
  readonly sessionId: number;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly provedAt: Date;
  readonly expiresAt: Date;
}

export type SessionListRow = Pick<
  typeof sessions.$inferSelect,
  'id' | 'userAgent' | 'ip' | 'createdAt' | 'lastSeenAt' | 'expiresAt'
>;

/** The columns of an `EndedSession`. */
export const endedSession = { accountId: sessions.accountId, sessionId: sessions.id };

/** The SQL of browser sessions. */
export class SessionsRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  /** False when the account has another password by now. */
  async create({ now, passwordHash, ...session }: NewSession): Promise<boolean> {
    return this.#orm.transaction(async (transaction) => {
      if (passwordHash !== null && !(await hasPassword(transaction, session.accountId, passwordHash))) return false;
      await transaction.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now, provedAt: now });
      return true;
    });
  }

  /** Undefined when the session is unknown or expired, or its account may not be used. */
  async find(tokenHash: string, now: Date): Promise<SessionRow | undefined> {
    const rows = await this.#orm
      .select({
        ...accountColumns,
        sessionId: sessions.id,
        createdAt: sessions.createdAt,
        lastSeenAt: sessions.lastSeenAt,
        provedAt: sessions.provedAt,
        expiresAt: sessions.expiresAt,
      })
      .from(sessions)
      .innerJoin(accounts, eq(accounts.id, sessions.accountId))
      .where(
        and(
          eq(sessions.tokenHash, tokenHash),
          gt(sessions.expiresAt, now),
          isNull(accounts.disabledAt),
          isNull(accounts.deleteAfter),
        ),
      );
    return rows[0];
  }

  /** Without an `ip` the last one stays. */
  async touch(sessionId: number, use: { now: Date; expiresAt: Date; ip: string | undefined }): Promise<void> {
    const { now, expiresAt, ip } = use;
    await this.#orm.update(sessions).set({ lastSeenAt: now, expiresAt, ip }).where(eq(sessions.id, sessionId));
  }

  async prove(sessionId: number, now: Date): Promise<void> {
    await this.#orm.update(sessions).set({ provedAt: now }).where(eq(sessions.id, sessionId));
  }

  /** The newest first. */
  async list(accountId: number, now: Date): Promise<SessionListRow[]> {
    const { id, userAgent, ip, createdAt, lastSeenAt, expiresAt } = sessions;
    return this.#orm
      .select({ id, userAgent, ip, createdAt, lastSeenAt, expiresAt })
      .from(sessions)
      .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
      .orderBy(desc(sessions.id));
  }

  async end(sessionId: number): Promise<EndedSession[]> {
    return this.#orm.delete(sessions).where(eq(sessions.id, sessionId)).returning(endedSession);
  }

  // A new password holds the account and then ends others too: what ends several in another order could deadlock with it.

  /** Ends all but the newest ones of an account. */
  async endOldest(accountId: number, limit: number): Promise<EndedSession[]> {
    return this.#holding({ table: 'accounts', id: accountId }, (transaction) => {
      const newest = transaction
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.accountId, accountId))
        .orderBy(desc(sessions.id))
        .limit(limit);
      return transaction
        .delete(sessions)
        .where(and(eq(sessions.accountId, accountId), notInArray(sessions.id, newest)))
        .returning(endedSession);
    });
  }

  /** Empty when the account has no such session. */
  async endOf(accountId: number, sessionId: number): Promise<EndedSession[]> {
    return this.#orm
      .delete(sessions)
      .where(and(eq(sessions.accountId, accountId), eq(sessions.id, sessionId)))
      .returning(endedSession);
  }

  async endOthers(accountId: number, sessionId: number): Promise<EndedSession[]> {
    return this.#holding({ table: 'accounts', id: accountId }, (transaction) =>
      transaction
        .delete(sessions)
        .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId)))
        .returning(endedSession),
    );
  }

  async endExpired(now: Date): Promise<EndedSession[]> {
    return this.#orm.delete(sessions).where(lte(sessions.expiresAt, now)).returning(endedSession);
  }
}
