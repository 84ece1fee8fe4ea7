import { and, desc, eq, gt, isNull, lt, lte, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { stepTickets } from '../../../platform/database/schema/index.ts';

export type TicketPurpose = (typeof stepTickets.$inferSelect)['purpose'];

export interface NewTicket {
  readonly ticketHash: string;
  readonly purpose: TicketPurpose;
  /** Null: a passkey is to identify the account. */
  readonly accountId: number | null;
  readonly challenge: string | null;
  readonly expiresAt: Date;
}

/** Which tickets are meant: those of a purpose that are still good. */
export interface Valid {
  readonly ticketHash: string;
  readonly purpose: TicketPurpose;
  readonly now: Date;
}

const columns = { accountId: stepTickets.accountId, challenge: stepTickets.challenge, tries: stepTickets.tries };

/** The SQL of unfinished steps. */
export class TicketsRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  async add(ticket: NewTicket): Promise<void> {
    await this.#orm.insert(stepTickets).values(ticket);
  }

  async removeExpired(now: Date): Promise<void> {
    await this.#orm.delete(stepTickets).where(lte(stepTickets.expiresAt, now));
  }

  /** Leaves the `limit` newest tickets of an account and purpose. */
  async removeOldest(accountId: number, purpose: TicketPurpose, limit: number): Promise<void> {
    const ofAccount = and(eq(stepTickets.accountId, accountId), eq(stepTickets.purpose, purpose));
    const newest = this.#orm
      .select({ ticketHash: stepTickets.ticketHash })
      .from(stepTickets)
      .where(ofAccount)
      .orderBy(desc(stepTickets.expiresAt))
      .limit(limit);
    await this.#orm.delete(stepTickets).where(and(ofAccount, notInArray(stepTickets.ticketHash, newest)));
  }

  /** Adds a ticket of nobody yet; false when there are `limit` of them. */
  async addOfNobody(ticket: NewTicket, limit: number): Promise<boolean> {
    return this.#holding({ name: 'log-in tickets of nobody' }, async (transaction) => {
      if ((await transaction.$count(stepTickets, isNull(stepTickets.accountId))) >= limit) return false;
      await transaction.insert(stepTickets).values(ticket);
      return true;
    });
  }

  /** Counts a try, or returns undefined when the ticket is not good (any more). */
  async countTry(which: Valid, maxTries: number) {
    const rows = await this.#orm
      .update(stepTickets)
      .set({ tries: sql`${stepTickets.tries} + 1` })
      .where(and(valid(which), lt(stepTickets.tries, maxTries)))
      .returning(columns);
    return rows[0];
  }

  async setChallenge(which: Valid, challenge: string): Promise<number | undefined> {
    const rows = await this.#orm.update(stepTickets).set({ challenge }).where(valid(which)).returning(columns);
    return rows[0]?.accountId ?? undefined;
  }

  /** Uses a ticket up and returns its challenge, undefined when it is not good; of two at once only one gets it. */
  async take(which: Valid, accountId: number | null): Promise<string | null | undefined> {
    const owner = accountId === null ? isNull(stepTickets.accountId) : eq(stepTickets.accountId, accountId);
    const rows = await this.#orm
      .delete(stepTickets)
      .where(and(valid(which), owner))
      .returning(columns);
    return rows[0]?.challenge;
  }
}

function valid({ ticketHash, purpose, now }: Valid) {
  return and(eq(stepTickets.ticketHash, ticketHash), eq(stepTickets.purpose, purpose), gt(stepTickets.expiresAt, now));
}
