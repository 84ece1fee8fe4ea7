import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';

const lifetimeMs = 60_000;
const maxTickets = 1_000;

/** One-use permissions for a browser to fetch an account's file, which it does without the session's token; kept in memory. */
export class Tickets {
  readonly #clock: Clock;
  readonly #tickets = new Map<string, { readonly accountId: number; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** When very many are open the oldest stops working. */
  issue(accountId: number): string {
    const ticket = randomBytes(32).toString('base64url');
    const oldest = this.#tickets.keys().next();
    if (this.#tickets.size >= maxTickets && !oldest.done) this.#tickets.delete(oldest.value);
    this.#tickets.set(ticket, { accountId, until: this.#clock.now() + lifetimeMs });
    return ticket;
  }

  /** Whose ticket it is; undefined when it is unknown, used or expired. */
  use(ticket: string): number | undefined {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return found && found.until > this.#clock.now() ? found.accountId : undefined;
  }

  /** Ends those of an account. */
  endOf(accountId: number): void {
    for (const [ticket, given] of this.#tickets) if (given.accountId === accountId) this.#tickets.delete(ticket);
  }
}
