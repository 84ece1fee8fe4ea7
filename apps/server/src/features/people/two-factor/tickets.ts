import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { AppError, because } from '../../../platform/errors.ts';
import { hashSecret, newToken } from '../accounts/index.ts';
import { type TicketPurpose, TicketsRepository } from './tickets.repository.ts';

const lifetimeMs = 5 * 60_000;
const maxTries = 5;
/** Further ones end the oldest. */
const maxOfAccount = 10;
/** Anybody may start to log in with a passkey; at the bound it is refused for a while. */
const maxOfNobody = 10_000;
const retryAfterSeconds = 60;

/** A login begins again with its first step; everything else is just pressed once more. */
const ticketExpired = (purpose: TicketPurpose): AppError =>
  new AppError(
    400,
    'ticket_expired',
    purpose === 'log_in' ? 'The time for this step is over. Log in again.' : 'That took too long. Try again.',
    because('step_over'),
  );

const tooMany = () =>
  new AppError(503, 'unavailable', 'Too many people log in just now. Try again in a minute.', {
    ...because('server_busy'),
    retryAfterSeconds,
  });

/** Who may still prove something, with what challenge: random tickets, good for five minutes, stored as hashes. */
export class Tickets {
  readonly #repository: TicketsRepository;
  readonly #clock: Clock;

  constructor({ database, clock }: { database: Database; clock: Clock }) {
    this.#repository = new TicketsRepository(database);
    this.#clock = clock;
  }

  /** Returns the ticket. `accountId` null: a passkey will identify the account. */
  async open(ticket: { purpose: TicketPurpose; accountId: number | null; challenge: string | null }): Promise<string> {
    const now = this.#clock.now();
    await this.#repository.removeExpired(new Date(now));
    const token = newToken();
    const row = { ...ticket, ticketHash: hashSecret(token), expiresAt: new Date(now + lifetimeMs) };
    if (ticket.accountId === null) {
      if (!(await this.#repository.addOfNobody(row, maxOfNobody))) throw tooMany();
      return token;
    }
    await this.#repository.add(row);
    await this.#repository.removeOldest(ticket.accountId, ticket.purpose, maxOfAccount);
    return token;
  }

  /** Counts a try of a login; throws a 400 `ticket_expired` when there are none left. */
  async tryLogin(token: string): Promise<{ accountId: number; challenge: string | null; triesLeft: number }> {
    const found = await this.#repository.countTry(this.#which(token, 'log_in'), maxTries);
    if (found?.accountId == null) throw ticketExpired('log_in');
    return { accountId: found.accountId, challenge: found.challenge, triesLeft: maxTries - found.tries };
  }

  /** Sets what a passkey has to sign for a login and returns whose it is; throws a 400 `ticket_expired`. */
  async setChallenge(token: string, challenge: string): Promise<number> {
    const accountId = await this.#repository.setChallenge(this.#which(token, 'log_in'), challenge);
    if (accountId === undefined) throw ticketExpired('log_in');
    return accountId;
  }

  /** Uses a ticket up and returns its challenge; throws a 400 `ticket_expired` when it is not good (any more), or somebody else's. */
  async take(token: string, purpose: TicketPurpose, accountId: number | null): Promise<string> {
    const challenge = await this.#repository.take(this.#which(token, purpose), accountId);
    if (challenge == null) throw ticketExpired(purpose);
    return challenge;
  }

  /** Uses the ticket of a login up; throws a 400 `ticket_expired` when somebody else just did. */
  async endLogin(token: string, accountId: number): Promise<void> {
    const challenge = await this.#repository.take(this.#which(token, 'log_in'), accountId);
    if (challenge === undefined) throw ticketExpired('log_in');
  }

  #which(token: string, purpose: TicketPurpose) {
    return { ticketHash: hashSecret(token), purpose, now: new Date(this.#clock.now()) };
  }
}
