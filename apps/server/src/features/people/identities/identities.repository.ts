import type { Identity, IdentityProvider } from '@cyno/contract';
import { and, asc, desc, eq, gt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import { accounts, identities, identityVisits, passkeys } from '../../../platform/database/schema/index.ts';
import { holdForSession, type SessionOwner } from '../accounts/index.ts';
import type { Person } from './person.ts';

/** A visit to another service; `accountId` is set when a signed-in account wants to link what comes back. */
export interface Visit {
  readonly stateHash: string;
  readonly provider: IdentityProvider;
  readonly browserHash: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly accountId: number | null;
  readonly expiresAt: Date;
}

interface VisitLimits {
  readonly now: Date;
  readonly maxPerAccount: number;
  readonly max: number;
}

interface NewIdentity {
  readonly person: Person;
  readonly now: Date;
}

type LinkOutcome = 'linked' | 'known' | 'taken';

/** The SQL of linked identities and of visits to their services. */
export class IdentitiesRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  async list(accountId: number): Promise<Identity[]> {
    const rows = await this.#orm
      .select()
      .from(identities)
      .where(eq(identities.accountId, accountId))
      .orderBy(asc(identities.id));
    return rows.map(({ id, provider, email, name, createdAt, lastUsedAt }) => ({
      id,
      provider,
      email,
      name,
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt?.getTime() ?? null,
    }));
  }

  /** Whose identity it is, undefined when it is not linked; notes that it was used, and what its service reports now. */
  async use({ issuer, subject, email, name }: Person, now: Date): Promise<number | undefined> {
    const rows = await this.#orm
      .update(identities)
      .set({ email, name, lastUsedAt: now })
      .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
      .returning({ accountId: identities.accountId });
    return rows[0]?.accountId;
  }

  /** Links an identity, unless the account or another one has it already. */
  async link(accountId: number, provider: IdentityProvider, came: NewIdentity): Promise<LinkOutcome> {
    return this.#orm.transaction((transaction) => link(transaction, { accountId, provider, ...came }));
  }

  /** As `link`, for an account that is logged in; throws a 401 when the session has ended. */
  async linkForSession(owner: SessionOwner, provider: IdentityProvider, came: NewIdentity): Promise<LinkOutcome> {
    return this.#orm.transaction(async (transaction) => {
      await holdForSession(transaction, owner);
      return link(transaction, { accountId: owner.id, provider, ...came });
    });
  }

  /** Takes an identity away, but never the last way into the account: a password, a passkey, or an identity of one of `providers`. */
  async unlink(
    { accountId, id }: { accountId: number; id: number },
    providers: readonly IdentityProvider[],
  ): Promise<'unlinked' | 'unknown' | 'last'> {
    // Of two identities taken away at once the second one sees that the first is gone.
    return this.#holding({ table: 'accounts', id: accountId }, async (transaction) => {
      const [account] = await transaction
        .select({ passwordHash: accounts.passwordHash })
        .from(accounts)
        .where(eq(accounts.id, accountId));
      const linked = await transaction
        .select({ id: identities.id, provider: identities.provider })
        .from(identities)
        .where(eq(identities.accountId, accountId));
      if (!linked.some((one) => one.id === id)) return 'unknown';
      const leavesAnother = linked.some((one) => one.id !== id && providers.includes(one.provider));
      const [passkey] = await transaction
        .select({ id: passkeys.id })
        .from(passkeys)
        .where(eq(passkeys.accountId, accountId))
        .limit(1);
      if (!account?.passwordHash && !leavesAnother && !passkey) return 'last';
      await transaction.delete(identities).where(eq(identities.id, id));
      return 'unlinked';
    });
  }

  /**
   * Keeps a visit, and forgets those that have expired; of an account that links itself further ones end the oldest. False, and nothing
   * is stored, when there are too many of all.
   */
  async addVisit(visit: Visit, { now, maxPerAccount, max }: VisitLimits): Promise<boolean> {
    return this.#holding({ name: 'identity visits' }, async (transaction) => {
      await transaction.delete(identityVisits).where(lte(identityVisits.expiresAt, now));
      if ((await transaction.$count(identityVisits)) >= max) return false;
      await transaction.insert(identityVisits).values(visit);
      if (visit.accountId === null) return true;
      const earlier = and(eq(identityVisits.accountId, visit.accountId), ne(identityVisits.stateHash, visit.stateHash));
      const newest = transaction
        .select({ stateHash: identityVisits.stateHash })
        .from(identityVisits)
        .where(earlier)
        .orderBy(desc(identityVisits.expiresAt))
        .limit(maxPerAccount - 1);
      await transaction.delete(identityVisits).where(and(earlier, notInArray(identityVisits.stateHash, newest)));
      return true;
    });
  }

  /** Uses a visit up; of two at once only one gets it. Undefined when it is unknown, used or expired. */
  async takeVisit(stateHash: string, provider: IdentityProvider, now: Date): Promise<Visit | undefined> {
    const rows = await this.#orm
      .delete(identityVisits)
      .where(
        and(
          eq(identityVisits.stateHash, stateHash),
          eq(identityVisits.provider, provider),
          gt(identityVisits.expiresAt, now),
        ),
      )
      .returning();
    return rows[0];
  }
}

async function link(
  transaction: Transaction,
  { accountId, provider, person, now }: NewIdentity & { accountId: number; provider: IdentityProvider },
): Promise<LinkOutcome> {
  const { issuer, subject, email, name } = person;
  const rows = await transaction
    .insert(identities)
    .values({ accountId, provider, issuer, subject, email, name, createdAt: now })
    .onConflictDoUpdate({
      target: [identities.issuer, identities.subject],
      set: { email, name },
      setWhere: eq(identities.accountId, accountId),
    })
    // A row that was updated carries the transaction that did it: https://www.postgresql.org/docs/current/ddl-system-columns.html
    .returning({ isNew: sql<boolean>`${identities}.xmax = 0` });
  if (!rows[0]) return 'taken';
  return rows[0].isNew ? 'linked' : 'known';
}
