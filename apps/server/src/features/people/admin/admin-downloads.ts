import type { Readable } from 'node:stream';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DownloadTickets } from '../../../platform/download-tickets.ts';
import { because, forbidden } from '../../../platform/errors.ts';
import { accountBlocked, accountChanged, sessionEnded } from '../accounts/index.ts';

interface Deps {
  readonly bus: EventBus;
  readonly clock: Clock;
  /** Of what, for the log. */
  readonly name: string;
  readonly accounts: {
    readonly changes: { mayBeUsed(accountId: number): boolean };
    find(accountId: number): Promise<{ member: string } | undefined>;
  };
}

interface Download {
  readonly stream: Readable;
  readonly bytes: number;
}

/** What administrators download by ticket. It ends, also in the middle, when the account is none of an administrator any more. */
export class AdminDownloads {
  readonly #tickets: DownloadTickets;
  readonly #accounts: Deps['accounts'];
  /** Under way, and whose they are. */
  readonly #downloads = new Map<Readable, number>();

  constructor({ bus, clock, name, accounts }: Deps) {
    this.#tickets = new DownloadTickets(clock);
    this.#accounts = accounts;
    // Anyone who had the session may have taken a ticket.
    bus.subscribe(sessionEnded, name, ({ accountId }) => this.#tickets.endOf(accountId));
    bus.subscribe(accountBlocked, name, ({ accountId }) => this.#endOf(accountId));
    bus.subscribe(accountChanged, name, ({ accountId, member }) => {
      if (member !== 'admin') this.#endOf(accountId);
    });
  }

  giveTicket(file: string, accountId: number): string {
    return this.#tickets.give(file, accountId);
  }

  /** Uses a ticket up and returns whose it was; throws a 403 when it is none, or no longer of an administrator. */
  async redeem(ticket: string, file: string): Promise<number> {
    const accountId = this.#tickets.redeem(ticket, file);
    if (accountId === undefined || !(await this.#isAdmin(accountId))) throw expired();
    return accountId;
  }

  /** Opens what a ticket is for; throws a 403 as `redeem` does. */
  async open(ticket: string, file: string, read: () => Promise<Download>): Promise<Download> {
    const accountId = await this.redeem(ticket, file);
    const download = await read();
    const { stream } = download;
    this.#downloads.set(stream, accountId);
    stream.once('close', () => this.#downloads.delete(stream));
    // Until the reply has the stream, nobody else listens for its errors.
    stream.on('error', () => undefined);
    try {
      // Another machine may have taken long to open it.
      if (!(await this.#isAdmin(accountId))) throw expired();
      return download;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  async #isAdmin(accountId: number): Promise<boolean> {
    return this.#accounts.changes.mayBeUsed(accountId) && (await this.#accounts.find(accountId))?.member === 'admin';
  }

  #endOf(accountId: number): void {
    this.#tickets.endOf(accountId);
    for (const [stream, ofAccount] of this.#downloads) if (ofAccount === accountId) stream.destroy();
  }
}

const expired = () =>
  forbidden(
    'This download was started already, or waited too long. Start it again from the page.',
    because('download_expired'),
  );
