import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

const lifetimeMs = 60_000;
const mostTickets = 1_000;

interface Ticket {
  readonly accountId: number;
  readonly file: string;
  readonly endsAt: number;
}

/** A browser that downloads sends no bearer token, so it brings a ticket: for one file, once, within a minute; kept in memory. */
export class DownloadTickets {
  readonly #tickets = new Map<string, Ticket>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of more than 1,000 that wait, the oldest ends. */
  give(file: string, accountId: number): string {
    const ticket = randomBytes(32).toString('base64url');
    this.#tickets.set(ticket, { accountId, file, endsAt: this.#clock.now() + lifetimeMs });
    const [oldest] = this.#tickets.keys();
    if (this.#tickets.size > mostTickets && oldest !== undefined) this.#tickets.delete(oldest);
    return ticket;
  }

  /** Whose ticket for this file it was; undefined when it is none, for another file, used or too old. */
  redeem(ticket: string, file: string): number | undefined {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    return found && found.file === file && found.endsAt > this.#clock.now() ? found.accountId : undefined;
  }

  /** Ends those of an account. */
  endOf(accountId: number): void {
    for (const [ticket, given] of this.#tickets) if (given.accountId === accountId) this.#tickets.delete(ticket);
  }
}
