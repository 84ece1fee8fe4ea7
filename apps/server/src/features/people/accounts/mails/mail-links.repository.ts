import type { ResetLinkResponse, RetainedCredentials } from '@cyno/contract';
import { and, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { accounts, mailLinks, notificationAddresses } from '../../../../platform/database/schema/index.ts';
import {
  type AddressChange,
  holdForSession,
  moveAddress,
  removeProofs,
  type SessionOwner,
  type Transaction,
  unlessTaken,
} from '../account.sql.ts';
import { type EndedProofs, removeWaysIn, waysInCounts } from '../login/ways-in.sql.ts';

export type LinkPurpose = (typeof mailLinks.$inferSelect)['purpose'];

export interface NewLink {
  readonly accountId: number;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** What a link confirmed. */
export type ConfirmedLink = {
  readonly accountId: number /** The address of the account before. */;
  readonly account: string;
} & ({ readonly what: 'account' | 'notification_address' } | ({ readonly what: 'email' } & AddressChange));

/** The SQL of links that were sent by mail, and of what they are good for. */
export class MailLinksRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Keeps a link that confirms the address together with a password; earlier ones continue working with theirs. */
  async addConfirmation(link: NewLink & { passwordHash: string }): Promise<void> {
    await this.#orm.insert(mailLinks).values({ ...link, purpose: 'confirm' });
  }

  /** Keeps a link that cancels a deletion; earlier ones continue working. */
  async addCancelDeletion(link: NewLink): Promise<void> {
    await this.#orm.insert(mailLinks).values({ ...link, purpose: 'keep' });
  }

  /**
   * Keeps a link; earlier ones of the account for the same purpose, of `notify` for the same address, stop working; that to a
   * new password leaves them when it was requested by mail. With an `owner` it throws a 401 when their session has ended.
   */
  async replace(
    purpose: 'reset' | 'email' | 'notify',
    link: NewLink & { email?: string },
    owner?: SessionOwner,
  ): Promise<void> {
    await this.#orm.transaction(async (transaction) => {
      if (owner) await holdForSession(transaction, owner);
      await transaction.delete(mailLinks).where(
        and(
          eq(mailLinks.accountId, link.accountId),
          eq(mailLinks.purpose, purpose),
          purpose === 'notify' ? eq(mailLinks.email, link.email ?? '') : undefined,
          // Anybody can request these: those that their owner is opening must not end by that. The first that is used ends all.
          purpose === 'reset' && link.email !== undefined ? lte(mailLinks.expiresAt, sql`now()`) : undefined,
        ),
      );
      await transaction.insert(mailLinks).values({ ...link, purpose });
    });
  }

  async remove(purpose: 'email', accountId: number): Promise<void> {
    await this.#orm.delete(mailLinks).where(and(eq(mailLinks.accountId, accountId), eq(mailLinks.purpose, purpose)));
  }

  /** Whose link to choose a password it is, and their other ways in; undefined when it is unknown, used or expired. */
  async findReset(tokenHash: string, now: Date): Promise<(ResetLinkResponse & { accountId: number }) | undefined> {
    const rows = await this.#orm
      .select({ accountId: accounts.id, email: accounts.email, ...waysInCounts })
      .from(mailLinks)
      .innerJoin(accounts, eq(accounts.id, mailLinks.accountId))
      .where(valid(['reset'], tokenHash, now));
    return rows[0];
  }

  /** Confirms what the link was sent for, and ends the links that this makes wrong; undefined when the link is not valid. */
  async confirm(tokenHash: string, now: Date): Promise<ConfirmedLink | undefined> {
    return unlessTaken(this.#orm.transaction((transaction) => this.#confirm(transaction, tokenHash, now)));
  }

  async #confirm(transaction: Transaction, tokenHash: string, now: Date): Promise<ConfirmedLink | undefined> {
    const link = await use(transaction, ['confirm', 'email', 'notify'], tokenHash, now);
    if (!link) return undefined;
    const { accountId, email, account } = link;
    if (link.purpose === 'notify') {
      await transaction
        .update(notificationAddresses)
        .set({ confirmedAt: now })
        .where(and(eq(notificationAddresses.accountId, accountId), eq(notificationAddresses.email, email ?? '')));
      return { what: 'notification_address', accountId, account };
    }
    if (link.purpose === 'email') {
      const change =
        email === null ? undefined : await moveAddress(transaction, { accountId, email, now, proved: true });
      return change && { what: 'email', account, ...change };
    }
    const confirmed = await transaction
      .update(accounts)
      .set({
        passwordHash: sql`coalesce(${link.passwordHash}, ${accounts.passwordHash})`,
        confirmedAt: now,
        emailProvedAt: now,
      })
      .where(and(eq(accounts.id, accountId), isNull(accounts.confirmedAt)))
      .returning({ id: accounts.id });
    if (confirmed.length > 0) await removeProofs(transaction, accountId);
    else {
      // An administrator confirmed it by hand, which proves nothing and sets no password.
      await transaction
        .update(accounts)
        .set({ passwordHash: sql`coalesce(${accounts.passwordHash}, ${link.passwordHash})`, emailProvedAt: now })
        .where(eq(accounts.id, accountId));
    }
    return { what: 'account', accountId, account };
  }

  /**
   * Sets a password and ends all links, sessions and ways in that are not retained, and returns them; undefined when the link is
   * not valid. It was sent or handed to the owner, so the address counts as confirmed; it is proved only when the link went
   * there.
   */
  async reset(
    tokenHash: string,
    { passwordHash, keep, now }: { passwordHash: string; keep: RetainedCredentials; now: Date },
  ): Promise<EndedProofs | undefined> {
    return this.#orm.transaction(async (transaction) => {
      const link = await use(transaction, ['reset'], tokenHash, now);
      if (!link) return undefined;
      const proved = sql`case when ${accounts.email} = ${link.email} then ${now} else ${accounts.emailProvedAt} end`;
      await transaction
        .update(accounts)
        .set({
          passwordHash,
          confirmedAt: sql`coalesce(${accounts.confirmedAt}, ${now})`,
          emailProvedAt: proved,
        })
        .where(eq(accounts.id, link.accountId));
      await removeProofs(transaction, link.accountId);
      return removeWaysIn(transaction, link.accountId, keep);
    });
  }

  /** Takes a deletion back; returns whose, undefined when the link is not valid. */
  async cancelDeletion(tokenHash: string, now: Date): Promise<number | undefined> {
    return this.#orm.transaction(async (transaction) => {
      const link = await use(transaction, ['keep'], tokenHash, now);
      if (!link) return undefined;
      const { accountId } = link;
      const stored = await transaction
        .update(accounts)
        .set({ deleteAfter: null })
        .where(and(eq(accounts.id, accountId), isNotNull(accounts.deleteAfter), gt(accounts.deleteAfter, now)))
        .returning({ id: accounts.id });
      await transaction.delete(mailLinks).where(and(eq(mailLinks.accountId, accountId), eq(mailLinks.purpose, 'keep')));
      return stored[0]?.id;
    });
  }

  async removeExpired(now: Date): Promise<void> {
    await this.#orm.delete(mailLinks).where(lte(mailLinks.expiresAt, now));
  }
}

/** Uses a link up; of two at once only one gets it. */
async function use(transaction: Transaction, purposes: LinkPurpose[], tokenHash: string, now: Date) {
  // The account is locked before its links, so that two links of one account wait for each other in the same order.
  const [owner] = await transaction
    .select({ account: accounts.email })
    .from(accounts)
    .innerJoin(mailLinks, eq(mailLinks.accountId, accounts.id))
    .where(valid(purposes, tokenHash, now))
    .for('no key update', { of: accounts });
  const rows = await transaction
    .delete(mailLinks)
    .where(valid(purposes, tokenHash, now))
    .returning({
      accountId: mailLinks.accountId,
      purpose: mailLinks.purpose,
      passwordHash: mailLinks.passwordHash,
      email: mailLinks.email,
    });
  return owner && rows[0] && { ...rows[0], ...owner };
}

function valid(purposes: LinkPurpose[], tokenHash: string, now: Date) {
  return and(inArray(mailLinks.purpose, purposes), eq(mailLinks.tokenHash, tokenHash), gt(mailLinks.expiresAt, now));
}
