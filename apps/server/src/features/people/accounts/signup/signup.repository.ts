import type { Language } from '@cyno/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import {
  accounts,
  connectionKeys,
  formerEmails,
  mailLinks,
  serverState,
} from '../../../../platform/database/schema/index.ts';
import type { Transaction } from '../account.sql.ts';
import { recipientColumns } from '../accounts.repository.ts';
import type { Recipient } from '../mails/mails.ts';
import { type InvitationUse, isInvited, noteInvited, useInvitation } from './invitations.sql.ts';

export interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly connectionKey: string;
  /** Null: the address waits for confirmation. */
  readonly confirmedAt: Date | null;
  /** Null: not chosen. */
  readonly language: Language | null;
}

/** The link of the mail that confirms a signup. */
export interface ConfirmationLink {
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/**
 * What a signup came to: an account that its address has to be confirmed for, or the owner of the address, who is to be notified; without
 * mail also who gave it up.
 */
export type SignedUp =
  | { readonly accountId: number; readonly isTaken: false }
  | { readonly owner: Recipient; readonly isTaken: true };

interface Unconfirmed {
  readonly id: number;
  readonly passwordHash: string | null;
  readonly language: Language | null;
}

interface SignupRequest {
  readonly account: NewAccount;
  /** Null: no mail is sent. */
  readonly link: ConfirmationLink | null;
  readonly now: Date;
}

const setupCodeKey = 'setup_code';

/** The SQL of signups: new accounts, their first connection key and the set-up code. */
export class SignupRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  async anyExists(): Promise<boolean> {
    return anyAccount(this.#orm);
  }

  /** Takes as many statements and one commit, whether or not the address has an account. */
  async signup(request: SignupRequest): Promise<SignedUp> {
    return this.#orm.transaction((transaction) => store(transaction, request));
  }

  /** As `signup`, using an invitation up in either case; `not_invited` when it is not good for the address. */
  async signupInvited(request: SignupRequest, use: InvitationUse): Promise<SignedUp | 'not_invited'> {
    return this.#orm.transaction(async (transaction) => {
      const invitationId = await useInvitation(transaction, use);
      if (invitationId === undefined) return 'not_invited';
      const signedUp = await store(transaction, request);
      await noteInvited(transaction, invitationId, request.account.email);
      return signedUp;
    });
  }

  async isInvited(use: InvitationUse): Promise<boolean> {
    return isInvited(this.#orm, use);
  }

  /**
   * Creates the first account as admin and uses the set-up code up. `isRight` compares it with the stored hash under a lock, so that of
   * two at once only one succeeds; undefined when it is not right or no longer needed.
   */
  async createFirst(account: NewAccount, isRight: (hash: string) => boolean): Promise<number | undefined> {
    return this.#orm.transaction(async (transaction) => {
      const state = await transaction.select().from(serverState).where(eq(serverState.key, setupCodeKey)).for('update');
      const hash = state[0]?.value;
      if (typeof hash !== 'string' || !isRight(hash) || (await anyAccount(transaction))) return undefined;
      await transaction.delete(serverState).where(eq(serverState.key, setupCodeKey));
      const id = await insertAccount(transaction, account, 'admin');
      if (id !== undefined) await insertKey(transaction, id, account.connectionKey);
      return id;
    });
  }

  /** Of the set-up code; undefined: there is none. */
  async findSetupCodeHash(): Promise<string | undefined> {
    const [state] = await this.#orm.select().from(serverState).where(eq(serverState.key, setupCodeKey));
    return typeof state?.value === 'string' ? state.value : undefined;
  }

  async saveSetupCodeHash(hash: string): Promise<void> {
    await this.#orm
      .insert(serverState)
      .values({ key: setupCodeKey, value: hash })
      .onConflictDoUpdate({ target: serverState.key, set: { value: hash, updatedAt: sql`now()` } });
  }

  /** Undefined when the address has no account, or was confirmed. */
  async findUnconfirmed(email: string): Promise<Unconfirmed | undefined> {
    const rows = await this.#orm
      .select({ id: accounts.id, passwordHash: accounts.passwordHash, language: accounts.language })
      .from(accounts)
      .where(and(eq(accounts.email, email), isNull(accounts.confirmedAt)));
    return rows[0];
  }
}

async function anyAccount(orm: Database['orm'] | Transaction): Promise<boolean> {
  const rows = await orm.select({ id: accounts.id }).from(accounts).limit(1);
  return rows.length > 0;
}

async function store(transaction: Transaction, { account, link, now }: SignupRequest): Promise<SignedUp> {
  const { email, passwordHash, connectionKey } = account;
  // Boards still sign in with an address that was given up, and without a link nobody proves that it is theirs by now.
  const formerOwner = link ? undefined : await findFormerOwner(transaction, email);
  if (formerOwner) return { owner: formerOwner, isTaken: true };
  const id = await insertAccount(transaction, account, 'user');
  if (id !== undefined) {
    await insertKey(transaction, id, connectionKey);
    if (link) await addLink(transaction, { ...link, accountId: id, passwordHash });
    return { accountId: id, isTaken: false };
  }
  const found = await lockOwner(transaction, email);
  // Removed in this moment: then the address is free.
  if (!found) return store(transaction, { account, link, now });
  const { accountId, waits, ...owner } = found;
  if (!link || !waits) {
    // A link that nobody knows and that has expired already: it costs what the link of a new account costs.
    if (link) await addLink(transaction, { ...link, accountId, passwordHash: null, expiresAt: now });
    return { owner, isTaken: true };
  }
  // Nobody proved that the address is theirs, so no password counts until one of the links is used: with its own.
  await transaction.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, accountId));
  await addLink(transaction, { ...link, accountId, passwordHash });
  return { accountId, isTaken: false };
}

async function insertAccount(
  transaction: Transaction,
  { email, passwordHash, confirmedAt, language }: NewAccount,
  member: 'user' | 'admin',
): Promise<number | undefined> {
  const rows = await transaction
    .insert(accounts)
    .values({ email, passwordHash, confirmedAt, language, member })
    .onConflictDoNothing({ target: accounts.email })
    .returning({ id: accounts.id });
  return rows[0]?.id;
}

async function insertKey(transaction: Transaction, accountId: number, key: string): Promise<void> {
  await transaction.insert(connectionKeys).values({ accountId, key });
}

type NewConfirmation = ConfirmationLink & { readonly accountId: number; readonly passwordHash: string | null };

async function addLink(transaction: Transaction, link: NewConfirmation): Promise<void> {
  await transaction.insert(mailLinks).values({ ...link, purpose: 'confirm' });
}

/** Who gave the address up last. */
async function findFormerOwner(transaction: Transaction, email: string): Promise<Recipient | undefined> {
  const [owner] = await transaction
    .select(recipientColumns)
    .from(formerEmails)
    .innerJoin(accounts, eq(accounts.id, formerEmails.accountId))
    .where(eq(formerEmails.email, email));
  return owner;
}

/** The account that has the address. */
async function lockOwner(transaction: Transaction, email: string) {
  const waits = sql<boolean>`${accounts.confirmedAt} is null`;
  const [owner] = await transaction
    .select({ accountId: accounts.id, waits, ...recipientColumns })
    .from(accounts)
    .where(eq(accounts.email, email))
    .for('no key update');
  return owner;
}
