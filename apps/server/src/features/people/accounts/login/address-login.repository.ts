import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import {
  accounts,
  connectionKeys,
  mailLinks,
  recoveryCodes,
  totpSecrets,
} from '../../../../platform/database/schema/index.ts';
import { type EndedProofs, removeWaysIn } from './ways-in.sql.ts';

export interface AddressAccount {
  readonly id: number;
  readonly confirmed: boolean;
  readonly disabled: boolean;
  /** A mail or another service proved that its owner reads the address. */
  readonly proved: boolean;
}

/** The SQL of logins by a proved address. */
export class AddressLoginRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  async find(email: string): Promise<AddressAccount | undefined> {
    const rows = await this.#orm
      .select({
        id: accounts.id,
        confirmed: sql<boolean>`${accounts.confirmedAt} is not null`,
        disabled: sql<boolean>`${accounts.disabledAt} is not null`,
        proved: sql<boolean>`${accounts.emailProvedAt} is not null`,
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
    provedAt: Date;
  }): Promise<number | undefined> {
    const { connectionKey, provedAt, ...values } = account;
    return this.#orm.transaction(async (transaction) => {
      const rows = await transaction
        .insert(accounts)
        .values({ ...values, confirmedAt: provedAt, emailProvedAt: provedAt })
        .onConflictDoNothing({ target: accounts.email })
        .returning({ id: accounts.id });
      const id = rows[0]?.id;
      if (id !== undefined) await transaction.insert(connectionKeys).values({ accountId: id, key: connectionKey });
      return id;
    });
  }

  /**
   * Confirms an account and revokes whatever the person who signed up may hold: the password, the two-factor step, the links, and
   * the sessions and tokens, which it returns. Undefined when it was confirmed in the meantime.
   */
  async takeOver(id: number, provedAt: Date): Promise<EndedProofs | undefined> {
    return this.#orm.transaction(async (transaction) => {
      const taken = await transaction
        .update(accounts)
        .set({ passwordHash: null, confirmedAt: provedAt, emailProvedAt: provedAt })
        .where(and(eq(accounts.id, id), isNull(accounts.confirmedAt)))
        .returning({ id: accounts.id });
      if (taken.length === 0) return undefined;
      for (const table of [mailLinks, totpSecrets, recoveryCodes]) {
        await transaction.delete(table).where(eq(table.accountId, id));
      }
      return removeWaysIn(transaction, id, {
        accessTokens: false,
        passkeys: false,
        identities: false,
        contacts: false,
      });
    });
  }
}
