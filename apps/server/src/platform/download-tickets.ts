import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';

const lifetimeMs = 60_000;
/** Of one account. */
const maxTickets = 20;

interface Ticket {
  readonly accountId: number;
  readonly file: string;
  readonly endsAt: number;
}

/** A browser that downloads sends no bearer token, so it brings a ticket: for one file, once, within a minute; held in memory. */
export class DownloadTickets {
  /** The oldest first. */
  readonly #tickets = new Map<string, Ticket>();
  /** The tickets of each account, the oldest first. */
  readonly #ofAccount = new Map<number, Set<string>>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of more than 20 of the account that wait, the oldest ends. */
  give(file: string, accountId: number): string {
    this.#endExpired();
    const ticket = randomBytes(32).toString('base64url');
    this.#tickets.set(ticket, { accountId, file, endsAt: this.#clock.now() + lifetimeMs });
    const own = this.#ofAccount.get(accountId) ?? new Set();
    this.#ofAccount.set(accountId, own.add(ticket));
    const [oldest] = own;
    if (own.size > maxTickets && oldest !== undefined) this.#end(oldest);
    return ticket;
  }

  /** Whose ticket for this file it was; undefined when it is none, for another file, used or too old. */
  redeem(ticket: string, file: string): number | undefined {
    const found = this.#tickets.get(ticket);
    this.#end(ticket);
    return found && found.file === file && found.endsAt > this.#clock.now() ? found.accountId : undefined;
  }

  /** Ends those of an account. */
  endOf(accountId: number): void {
    for (const ticket of this.#ofAccount.get(accountId) ?? []) this.#end(ticket);
  }

  #endExpired(): void {
    const now = this.#clock.now();
    for (const [ticket, { endsAt }] of this.#tickets) {
      if (endsAt > now) return;
      this.#end(ticket);
    }
  }

  #end(ticket: string): void {
    const found = this.#tickets.get(ticket);
    if (!found) return;
    this.#tickets.delete(ticket);
    const own = this.#ofAccount.get(found.accountId);
    own?.delete(ticket);
    if (own?.size === 0) this.#ofAccount.delete(found.accountId);
  }
}
