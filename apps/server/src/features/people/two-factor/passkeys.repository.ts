import { and, asc, count, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, identities, passkeys } from '../../../platform/database/schema/index.ts';
import { holdForSession, type SessionOwner } from '../accounts/index.ts';

/** What is known of a passkey when it signs. */
export interface SigningPasskey {
  readonly id: number;
  readonly accountId: number;
  readonly accountCreatedAt: Date;
  readonly publicKey: string;
}

const listed = {
  id: passkeys.id,
  name: passkeys.name,
  backedUp: passkeys.backedUp,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
};

/** The SQL of passkeys. */
export class PasskeysRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  async list(accountId: number) {
    return this.#orm.select(listed).from(passkeys).where(eq(passkeys.accountId, accountId)).orderBy(asc(passkeys.id));
  }

  /** How an authenticator finds them again. */
  async descriptors(accountId: number): Promise<{ id: string; transports: string[] }[]> {
    return this.#orm
      .select({ id: passkeys.credentialId, transports: passkeys.transports })
      .from(passkeys)
      .where(eq(passkeys.accountId, accountId))
      .orderBy(asc(passkeys.id));
  }

  async accountCreatedAt(accountId: number): Promise<Date | undefined> {
    const rows = await this.#orm
      .select({ createdAt: accounts.createdAt })
      .from(accounts)
      .where(eq(accounts.id, accountId));
    return rows[0]?.createdAt;
  }

  /** `known`: somebody has this passkey already; `full`: the account has `limit`. Throws a 401 when the session that adds it has ended. */
  async add(owner: SessionOwner, passkey: Omit<typeof passkeys.$inferInsert, 'accountId'>, limit: number) {
    const accountId = owner.id;
    return this.#holding({ table: 'accounts', id: accountId }, async (transaction) => {
      await holdForSession(transaction, owner);
      const ofAccount = eq(passkeys.accountId, accountId);
      const [present] = await transaction.select({ n: count() }).from(passkeys).where(ofAccount);
      if ((present?.n ?? 0) >= limit) return 'full';
      const [row] = await transaction
        .insert(passkeys)
        .values({ ...passkey, accountId })
        .onConflictDoNothing({ target: passkeys.credentialId })
        .returning(listed);
      return row ?? 'known';
    });
  }

  async findByCredential(credentialId: string): Promise<SigningPasskey | undefined> {
    const rows = await this.#orm
      .select({
        id: passkeys.id,
        accountId: passkeys.accountId,
        accountCreatedAt: accounts.createdAt,
        publicKey: passkeys.publicKey,
      })
      .from(passkeys)
      .innerJoin(accounts, eq(accounts.id, passkeys.accountId))
      .where(eq(passkeys.credentialId, credentialId));
    return rows[0];
  }

  /**
   * Notes a use. False when the authenticator counts and did not count on, as a copy of it would:
   * https://www.w3.org/TR/webauthn-3/#sctn-sign-counter
   */
  async use(id: number, { counter, backedUp, now }: { counter: number; backedUp: boolean; now: Date }) {
    const countsOn = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
    const rows = await this.#orm
      .update(passkeys)
      .set({ counter, backedUp, lastUsedAt: now })
      .where(and(eq(passkeys.id, id), countsOn))
      .returning({ id: passkeys.id });
    return rows.length > 0;
  }

  /** Undefined when the account has no such passkey. */
  async rename(accountId: number, id: number, name: string) {
    const rows = await this.#orm.update(passkeys).set({ name }).where(owned(accountId, id)).returning(listed);
    return rows[0];
  }

  /** `last`: it stays, because nothing else leads into the account: no password and no identity of one of `providers`. */
  async remove(
    accountId: number,
    id: number,
    providers: readonly ('oidc' | 'line')[],
  ): Promise<'removed' | 'unknown' | 'last'> {
    // Two passkeys cannot each be the last but one at the same time.
    return this.#holding({ table: 'accounts', id: accountId }, async (transaction) => {
      const [account] = await transaction
        .select({ hasPassword: sql<boolean>`${accounts.passwordHash} is not null` })
        .from(accounts)
        .where(eq(accounts.id, accountId));
      const others = await transaction
        .select({ id: identities.id })
        .from(identities)
        .where(and(eq(identities.accountId, accountId), inArray(identities.provider, [...providers])))
        .limit(1);
      const stored = await transaction
        .select({ id: passkeys.id })
        .from(passkeys)
        .where(eq(passkeys.accountId, accountId));
      if (!stored.some((passkey) => passkey.id === id)) return 'unknown';
      if (!account?.hasPassword && others.length === 0 && stored.length === 1) return 'last';
      await transaction.delete(passkeys).where(owned(accountId, id));
      return 'removed';
    });
  }
}

const owned = (accountId: number, id: number) => and(eq(passkeys.accountId, accountId), eq(passkeys.id, id));
