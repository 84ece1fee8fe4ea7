import type { Readable } from 'node:stream';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { DownloadTickets } from '../../../platform/download-tickets.ts';
import { because, forbidden } from '../../../platform/errors.ts';
import { accountBlocked, accountChanged } from '../accounts/index.ts';

interface Deps {
  readonly bus: EventBus;
  readonly clock: Clock;
  /** Of what, for the log. */
  readonly name: string;
  isAdmin(accountId: number): Promise<boolean>;
}

interface Download {
  readonly stream: Readable;
  readonly bytes: number;
}

/** What administrators download by ticket. It ends, also in the middle, when the account is none of an administrator any more. */
export class AdminDownloads {
  readonly #tickets: DownloadTickets;
  readonly #isAdmin: Deps['isAdmin'];
  /** Under way, and whose they are. */
  readonly #downloads = new Map<Readable, number>();

  constructor({ bus, clock, name, isAdmin }: Deps) {
    this.#tickets = new DownloadTickets(clock);
    this.#isAdmin = isAdmin;
    bus.subscribe(accountBlocked, name, ({ accountId }) => this.#endOf(accountId));
    bus.subscribe(accountChanged, name, ({ accountId, member }) => {
      if (member !== 'admin') this.#endOf(accountId);
    });
  }

  giveTicket(file: string, accountId: number): string {
    return this.#tickets.give(file, accountId);
  }

  /** Opens what a ticket is for; throws a 403 when it is none, or no longer of an administrator. */
  async open(ticket: string, file: string, read: () => Promise<Download>): Promise<Download> {
    const accountId = this.#tickets.redeem(ticket, file);
    if (accountId === undefined || !(await this.#isAdmin(accountId))) throw expired();
    const download = await read();
    const { stream } = download;
    this.#downloads.set(stream, accountId);
    stream.once('close', () => this.#downloads.delete(stream));
    // Another machine may have taken long to open it.
    if (await this.#isAdmin(accountId)) return download;
    stream.destroy();
    throw expired();
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
