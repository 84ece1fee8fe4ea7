import { and, eq, gt, lte } from 'drizzle-orm';
import type { Database } from '../../platform/database/index.ts';
import { accounts, mailLinks } from '../../platform/database/schema/index.ts';

export type LinkPurpose = (typeof mailLinks.$inferSelect)['purpose'];

/** The SQL of links that were sent by mail. */
export class MailLinksRepository {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Keeps a link; earlier ones of the same purpose stop working. */
  async replace(link: { accountId: number; purpose: LinkPurpose; tokenHash: string; expiresAt: Date }): Promise<void> {
    await this.#orm.transaction(async (transaction) => {
      await transaction
        .delete(mailLinks)
        .where(and(eq(mailLinks.accountId, link.accountId), eq(mailLinks.purpose, link.purpose)));
      await transaction.insert(mailLinks).values(link);
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

  /** Uses a link up and answers whose it was; of two at once only one gets it. */
  async use(purpose: LinkPurpose, tokenHash: string, now: Date): Promise<number | undefined> {
    const rows = await this.#orm
      .delete(mailLinks)
      .where(valid(purpose, tokenHash, now))
      .returning({ accountId: mailLinks.accountId });
    return rows[0]?.accountId;
  }

  async removeExpired(now: Date): Promise<void> {
    await this.#orm.delete(mailLinks).where(lte(mailLinks.expiresAt, now));
  }
}

function valid(purpose: LinkPurpose, tokenHash: string, now: Date) {
  return and(eq(mailLinks.purpose, purpose), eq(mailLinks.tokenHash, tokenHash), gt(mailLinks.expiresAt, now));
}
