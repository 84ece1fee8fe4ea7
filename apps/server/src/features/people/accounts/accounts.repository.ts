import type { Profile, ProfilePatch } from '@cyno/contract';
import { and, eq, gt, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, formerEmails, mailLinks, serverState, sessions } from '../../../platform/database/schema/index.ts';
import { clientNetwork } from '../../../platform/http/index.ts';
import {
  type AddressChange,
  accountColumns,
  hasPassword,
  holdForSession,
  moveAddress,
  removeProofs,
  type SessionOwner,
  unlessTaken,
} from './account.sql.ts';
import type { Account } from './account.ts';
import type { Recipient } from './mails/mails.ts';
import { type EndedSession, endedSession } from './sessions/sessions.repository.ts';

export interface LoginRow extends Account {
  readonly passwordHash: string | null;
  readonly confirmedAt: Date | null;
  /** True when a session of the account was last used in the network of the request. */
  readonly knownAddress: boolean;
}

export interface AccountState extends Account {
  readonly confirmed: boolean;
  readonly disabled: boolean;
  /** When it is removed, because its owner deleted it. */
  readonly deleteAfter: Date | null;
}

/** The columns of a `Recipient`. */
export const recipientColumns = {
  email: accounts.email,
  name: accounts.name,
  language: accounts.language,
  timeZone: accounts.timeZone,
};

/** Who runs the server. `canBeMailed`: the address is confirmed. */
export interface Administrator {
  readonly id: number;
  readonly recipient: Recipient;
  readonly canBeMailed: boolean;
}

const passwordPassesKey = 'password_passes';

/** The SQL of accounts. */
export class AccountsRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** `isOld`: measured more than a week ago. Undefined when they were never measured. */
  async findPasswordPasses(): Promise<{ passes: number; isOld: boolean } | undefined> {
    const rows = await this.#orm
      .select({
        passes: sql<number>`(${serverState.value} #>> '{}')::int`,
        isOld: sql<boolean>`${serverState.updatedAt} < now() - interval '7 days'`,
      })
      .from(serverState)
      .where(eq(serverState.key, passwordPassesKey));
    return rows[0];
  }

  /** Keeps the higher one of what was measured and what is stored, and returns it. */
  async raisePasswordPasses(passes: number): Promise<number> {
    const higher = sql`to_jsonb(greatest((${serverState.value} #>> '{}')::int, ${passes}::int))`;
    const [row] = await this.#orm
      .insert(serverState)
      .values({ key: passwordPassesKey, value: passes })
      .onConflictDoUpdate({ target: serverState.key, set: { value: higher, updatedAt: sql`now()` } })
      .returning({ value: serverState.value });
    return Number(row?.value ?? passes);
  }

  /** Keeps another hash of the same password; false when the one that is known was replaced meanwhile. */
  async replacePasswordHash(id: number, { known, next }: { known: string; next: string }): Promise<boolean> {
    const replaced = await this.#orm
      .update(accounts)
      .set({ passwordHash: next })
      .where(and(eq(accounts.id, id), eq(accounts.passwordHash, known)))
      .returning({ id: accounts.id });
    return replaced.length > 0;
  }

  /** False when the account has another password by now. */
  async hasPassword(id: number, passwordHash: string): Promise<boolean> {
    return hasPassword(this.#orm, id, passwordHash);
  }

  async findForLogin(email: string, address: string, now: Date): Promise<LoginRow | undefined> {
    const known = this.#orm
      .select({ ip: sessions.ip })
      .from(sessions)
      .where(and(eq(sessions.accountId, accounts.id), isNotNull(sessions.ip), gt(sessions.expiresAt, now)));
    const [row] = await this.#orm
      .select({
        ...accountColumns,
        passwordHash: accounts.passwordHash,
        confirmedAt: accounts.confirmedAt,
        knownAddresses: sql<string[]>`array(${known})`,
      })
      .from(accounts)
      .where(eq(accounts.email, email));
    if (!row) return undefined;
    const { knownAddresses, ...account } = row;
    const network = clientNetwork(address);
    return { ...account, knownAddress: knownAddresses.some((one) => clientNetwork(one) === network) };
  }

  /** The accounts that chose a time zone. */
  async timeZones(): Promise<{ id: number; timeZone: string | null }[]> {
    return this.#orm
      .select({ id: accounts.id, timeZone: accounts.timeZone })
      .from(accounts)
      .where(isNotNull(accounts.timeZone));
  }

  /** The accounts whose boards send timestamps with their messages. */
  async sendersOfTimes(): Promise<number[]> {
    const rows = await this.#orm.select({ id: accounts.id }).from(accounts).where(eq(accounts.boardsSendTimes, true));
    return rows.map(({ id }) => id);
  }

  async find(id: number): Promise<Account | undefined> {
    const rows = await this.#orm.select(accountColumns).from(accounts).where(eq(accounts.id, id));
    return rows[0];
  }

  async findByEmail(email: string): Promise<AccountState | undefined> {
    return this.#findState(eq(accounts.email, email));
  }

  async findState(id: number): Promise<AccountState | undefined> {
    return this.#findState(eq(accounts.id, id));
  }

  async #findState(which: SQL): Promise<AccountState | undefined> {
    const rows = await this.#orm
      .select({
        ...accountColumns,
        confirmed: sql<boolean>`${accounts.confirmedAt} is not null`,
        disabled: sql<boolean>`${accounts.disabledAt} is not null`,
        deleteAfter: accounts.deleteAfter,
      })
      .from(accounts)
      .where(which);
    return rows[0];
  }

  /** The account that gave this address up last. */
  async findByFormerEmail(email: string): Promise<AccountState | undefined> {
    const owner = this.#orm
      .select({ id: formerEmails.accountId })
      .from(formerEmails)
      .where(eq(formerEmails.email, email));
    return this.#findState(eq(accounts.id, sql`(${owner})`));
  }

  async findRecipient(id: number): Promise<Recipient | undefined> {
    const rows = await this.#orm.select(recipientColumns).from(accounts).where(eq(accounts.id, id));
    return rows[0];
  }

  async administrators(): Promise<Administrator[]> {
    const rows = await this.#orm
      .select({ id: accounts.id, confirmedAt: accounts.confirmedAt, ...recipientColumns })
      .from(accounts)
      .where(and(eq(accounts.member, 'admin'), isNull(accounts.disabledAt)));
    return rows.map(({ id, confirmedAt, ...recipient }) => ({ id, recipient, canBeMailed: confirmedAt !== null }));
  }

  /** Undefined when the account is gone; `passwordHash` null when it has no password. */
  async findPassword(id: number): Promise<{ passwordHash: string | null } | undefined> {
    const rows = await this.#orm
      .select({ passwordHash: accounts.passwordHash })
      .from(accounts)
      .where(eq(accounts.id, id));
    return rows[0];
  }

  /**
   * Sets a password and ends the links that prove who owns the account and all sessions but the one that requests it; returns the ended ones.
   * Throws a 401 when that one has ended.
   */
  async setPassword(owner: SessionOwner, passwordHash: string): Promise<EndedSession[]> {
    const { id, sessionId } = owner;
    return this.#orm.transaction(async (transaction) => {
      await holdForSession(transaction, owner);
      await transaction.update(accounts).set({ passwordHash }).where(eq(accounts.id, id));
      await removeProofs(transaction, id);
      return transaction
        .delete(sessions)
        .where(and(eq(sessions.accountId, id), ne(sessions.id, sessionId ?? 0)))
        .returning(endedSession);
    });
  }

  /** Changes an address that nothing proves; undefined when somebody else has it. Throws a 401 when the session has ended. */
  async changeEmail(owner: SessionOwner, email: string, now: Date): Promise<AddressChange | undefined> {
    const wanted = { accountId: owner.id, email, now, proved: false };
    return unlessTaken(
      this.#orm.transaction(async (transaction) => {
        await holdForSession(transaction, owner);
        return moveAddress(transaction, wanted);
      }),
    );
  }

  /** Notes that another service proved the address of an account, if it has that one. */
  async noteProvedEmail(accountId: number, email: string, now: Date): Promise<void> {
    await this.#orm
      .update(accounts)
      .set({ emailProvedAt: now })
      .where(and(eq(accounts.id, accountId), eq(accounts.email, email), isNull(accounts.emailProvedAt)));
  }

  /** Undefined when the account is gone. */
  async findProfile(id: number, now: Date): Promise<Profile | undefined> {
    const { id: _, ...columns } = accountColumns;
    const waiting = and(eq(mailLinks.purpose, 'email'), eq(mailLinks.accountId, id), gt(mailLinks.expiresAt, now));
    const [row] = await this.#orm
      .select({
        ...columns,
        language: accounts.language,
        boardsSendTimes: accounts.boardsSendTimes,
        hasPassword: sql<boolean>`${accounts.passwordHash} is not null`,
        newEmail: sql<
          string | null
        >`(select ${mailLinks.email} from ${mailLinks} where ${waiting} order by ${mailLinks.id} desc limit 1)`,
        createdAt: accounts.createdAt,
      })
      .from(accounts)
      .where(eq(accounts.id, id));
    return row && { ...row, createdAt: row.createdAt.getTime() };
  }

  async updateProfile(id: number, patch: ProfilePatch): Promise<void> {
    if (Object.keys(patch).length === 0) return;
    await this.#orm.update(accounts).set(patch).where(eq(accounts.id, id));
  }
}
