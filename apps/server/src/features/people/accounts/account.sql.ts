import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { type Database, isUniqueViolation } from '../../../platform/database/index.ts';
import {
  accounts,
  contactFailures,
  formerEmails,
  mailLinks,
  sessions,
  stepTickets,
} from '../../../platform/database/schema/index.ts';
import { notAuthenticated } from '../../../platform/errors.ts';
import type { RequestAccount } from '../../../platform/http/index.ts';

export type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

/** The columns of an `Account`. */
export const accountColumns = {
  id: accounts.id,
  email: accounts.email,
  member: accounts.member,
  name: accounts.name,
  timeZone: accounts.timeZone,
  dateFormat: accounts.dateFormat,
};

export interface AddressChange {
  readonly accountId: number;
  readonly oldEmail: string;
  readonly newEmail: string;
}

/** An address for an account; `proved` when a link that went there was used. */
export interface NewAddress {
  readonly accountId: number;
  readonly email: string;
  readonly now: Date;
  readonly proved: boolean;
}

/**
 * Gives an account another address; undefined when that belongs to somebody else. What gives way to who proves the address are a signup
 * that nobody confirmed, which without mail is in use, and boards of somebody who gave it up. The old one continues opening boards' logins.
 */
export async function moveAddress(
  transaction: Transaction,
  { accountId, email, now, proved }: NewAddress,
): Promise<AddressChange | undefined> {
  const [account] = await transaction
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update');
  if (!account) return undefined;
  if (proved) {
    await transaction
      .delete(accounts)
      .where(and(eq(accounts.email, email), ne(accounts.id, accountId), isNull(accounts.confirmedAt)));
  } else {
    const ofAnother = and(eq(formerEmails.email, email), ne(formerEmails.accountId, accountId));
    if ((await transaction.$count(formerEmails, ofAnother)) > 0) return undefined;
  }
  const moved = await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.email, email), ne(accounts.id, accountId)));
  if (moved.length > 0) return undefined;
  const emailProvedAt = proved ? now : null;
  await transaction.update(accounts).set({ email, confirmedAt: now, emailProvedAt }).where(eq(accounts.id, accountId));
  await transaction.delete(formerEmails).where(eq(formerEmails.email, email));
  await transaction
    .insert(formerEmails)
    .values({ email: account.email, accountId, createdAt: now })
    .onConflictDoUpdate({ target: formerEmails.email, set: { accountId, createdAt: now } });
  // Of the new address nothing is known.
  await transaction
    .delete(contactFailures)
    .where(and(eq(contactFailures.accountId, accountId), eq(contactFailures.contact, 'email')));
  // Anyone who reads the old address must not choose the password any more.
  await removeProofs(transaction, accountId);
  return { accountId, oldEmail: account.email, newEmail: email };
}

/** The result of `work`; undefined when it gave somebody an address that another account took at the same moment. */
export async function unlessTaken<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** False when the account has another password by now: waits for a change of it that is about to be committed, and holds up the next one. */
export async function hasPassword(
  orm: Database['orm'] | Transaction,
  accountId: number,
  passwordHash: string,
): Promise<boolean> {
  const rows = await orm
    .select({ passwordHash: accounts.passwordHash })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('share');
  return rows[0]?.passwordHash === passwordHash;
}

/** Who requests a change of an account, and with which session. */
export type SessionOwner = Pick<RequestAccount, 'id' | 'sessionId'>;

/**
 * Holds an account and the session that requests a change of it until the end of the transaction, so that what ends the session, alone or with
 * the account's others, comes before the change or waits for it. Throws a 401 when the session has ended.
 */
export async function holdForSession(transaction: Transaction, { id, sessionId }: SessionOwner): Promise<void> {
  await transaction.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('no key update');
  const isOwn = and(eq(sessions.accountId, id), eq(sessions.id, sessionId ?? 0));
  // Uses of it meanwhile note their time in it.
  const [own] = await transaction.select({ id: sessions.id }).from(sessions).where(isOwn).for('key share');
  if (!own) throw notAuthenticated();
}

/** Ends the links, and the logins half done, that prove who owns an account; links of alerts and of a deletion stay. */
export async function removeProofs(transaction: Transaction, accountId: number): Promise<void> {
  await transaction
    .delete(mailLinks)
    .where(and(eq(mailLinks.accountId, accountId), inArray(mailLinks.purpose, ['confirm', 'reset', 'email'])));
  await transaction
    .delete(stepTickets)
    .where(and(eq(stepTickets.accountId, accountId), eq(stepTickets.purpose, 'log_in')));
}
