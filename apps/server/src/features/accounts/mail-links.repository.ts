import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import { accounts, mailLinks, sessions } from '../../platform/database/schema/index.ts';
import { type EndedSession, endedSession } from './sessions.repository.ts';

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

export type LinkPurpose = (typeof mailLinks.$inferSelect)['purpose'];

export interface NewLink {
  readonly accountId: number;
  readonly tokenHash: string;
  readonly expiresAt: Date;
}

/** The SQL of links that were sent by mail, and of what they are good for. */
export class MailLinksRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Keeps a link that confirms the address together with a password; earlier ones go on working with theirs. */
  async addConfirmation(link: NewLink & { passwordHash: string }): Promise<void> {
    await this.#orm.insert(mailLinks).values({ ...link, purpose: 'confirm' });
  }

  /** Keeps a link to choose a new password; earlier ones stop working. */
  async replaceReset(link: NewLink): Promise<void> {
    await this.#orm.transaction(async (transaction) => {
      await transaction
        .delete(mailLinks)
        .where(and(eq(mailLinks.accountId, link.accountId), eq(mailLinks.purpose, 'reset')));
      await transaction.insert(mailLinks).values({ ...link, purpose: 'reset' });
    });
  }

  /** Whose link it is, undefined when it is unknown, used or expired. */
  async find(
    purpose: LinkPurpose,
    tokenHash: string,
    now: Date,
  ): Promise<{ accountId: number; email: string } | undefined> {
    const rows = await this.#orm
      .select({ accountId: accounts.id, email: accounts.email })
      .from(mailLinks)
      .innerJoin(accounts, eq(accounts.id, mailLinks.accountId))
      .where(valid(purpose, tokenHash, now));
    return rows[0];
  }

  /** Confirms the address with the password of the link, and ends the other links; false when the link is not valid. */
  async confirm(tokenHash: string, now: Date): Promise<boolean> {
    return this.#orm.transaction(async (transaction) => {
      const link = await use(transaction, 'confirm', tokenHash, now);
      if (!link) return false;
      await transaction
        .update(accounts)
        .set({ passwordHash: sql`coalesce(${link.passwordHash}, ${accounts.passwordHash})`, confirmedAt: now })
        .where(and(eq(accounts.id, link.accountId), isNull(accounts.confirmedAt)));
      await removeLinks(transaction, link.accountId);
      return true;
    });
  }

  /**
   * Sets a password and ends all sessions and links, which it answers; undefined when the link is not valid. The link went
   * to the address, so it is confirmed as well.
   */
  async reset(tokenHash: string, passwordHash: string, now: Date): Promise<EndedSession[] | undefined> {
    return this.#orm.transaction(async (transaction) => {
      const link = await use(transaction, 'reset', tokenHash, now);
      if (!link) return undefined;
      await transaction
        .update(accounts)
        .set({ passwordHash, confirmedAt: sql`coalesce(${accounts.confirmedAt}, ${now})` })
        .where(eq(accounts.id, link.accountId));
      await removeLinks(transaction, link.accountId);
      return transaction.delete(sessions).where(eq(sessions.accountId, link.accountId)).returning(endedSession);
    });
  }

  async removeExpired(now: Date): Promise<void> {
    await this.#orm.delete(mailLinks).where(lte(mailLinks.expiresAt, now));
  }
}

/** Uses a link up; of two at once only one gets it. */
async function use(transaction: Transaction, purpose: LinkPurpose, tokenHash: string, now: Date) {
  // The account is locked before its links, so that two links of one account wait for each other in the same order.
  await transaction
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(mailLinks, eq(mailLinks.accountId, accounts.id))
    .where(valid(purpose, tokenHash, now))
    .for('no key update', { of: accounts });
  const rows = await transaction
    .delete(mailLinks)
    .where(valid(purpose, tokenHash, now))
    .returning({ accountId: mailLinks.accountId, passwordHash: mailLinks.passwordHash });
  return rows[0];
}

async function removeLinks(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.delete(mailLinks).where(eq(mailLinks.accountId, accountId));
}

function valid(purpose: LinkPurpose, tokenHash: string, now: Date) {
  return and(eq(mailLinks.purpose, purpose), eq(mailLinks.tokenHash, tokenHash), gt(mailLinks.expiresAt, now));
}
