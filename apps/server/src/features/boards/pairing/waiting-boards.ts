import { clientNetwork } from '../../../platform/http/index.ts';
import type { PendingRow } from './pairing.repository.ts';
import { whoGivesWay } from './waiting-places.ts';

const maxWaiting = 10;
/** Boards of an account that wait, were rejected or are blocked. */
const maxRows = 500;
/** A board that waits retries every 15 s: that it was seen is written this often. */
const seenSavedMs = 60_000;

/** A board that requests to join. `proved`: it came with a connection key or an access token of the account. */
export interface JoinRequest {
  readonly espid: string;
  readonly ip: string;
  readonly proved: boolean;
  readonly wasDeleted: boolean;
}

export interface BoardRow extends PendingRow {
  readonly proved: boolean;
}

interface WaitingDeps {
  readonly now: () => number;
  readonly isOnline: (espid: string) => boolean;
  readonly isHome: (address: string) => boolean;
  save(row: PendingRow): Promise<void>;
  remove(espids: string[]): Promise<void>;
}

/** The boards of one account that wait for its owner's word, and those that were refused; in memory and in the database. */
export class WaitingBoards {
  readonly #deps: WaitingDeps;
  readonly #rows: Map<string, BoardRow>;
  readonly #savedAt = new Map<string, number>();

  constructor(rows: readonly PendingRow[], deps: WaitingDeps) {
    this.#deps = deps;
    this.#rows = new Map(rows.map((row) => [row.espid, { ...row, proved: false }]));
  }

  find(espid: string): BoardRow | undefined {
    return this.#rows.get(espid);
  }

  /** Newest first. */
  inState(state: PendingRow['state']): BoardRow[] {
    return [...this.#rows.values()].filter((row) => row.state === state).sort((a, b) => b.seenAt - a.seenAt);
  }

  /**
   * Notes that a board waits; returns the one that had to give way to it, or `no place`: also for one without proof while one with a
   * proof is connected under this id.
   */
  async requestJoin({
    espid,
    ip,
    proved,
    wasDeleted,
  }: JoinRequest): Promise<{ dropped: string | undefined } | 'no place'> {
    const seenAt = this.#deps.now();
    const known = this.#rows.get(espid);
    if (known?.state === 'pending' && known.proved && !proved && this.#deps.isOnline(espid)) return 'no place';
    const row: BoardRow = { espid, ip, proved, seenAt, wasDeleted, state: 'pending' };
    if (known?.state === 'pending') {
      this.#rows.set(espid, row);
      const isDue = seenAt - (this.#savedAt.get(espid) ?? 0) >= seenSavedMs;
      if (isDue || wasDeleted !== known.wasDeleted) await this.#save(row);
      return { dropped: undefined };
    }
    const dropped = this.#giveWay(row);
    if (dropped === 'no place') return dropped;
    if (dropped !== undefined) this.#forget(dropped);
    await this.set(row);
    if (dropped !== undefined) await this.#deps.remove([dropped]);
    return { dropped };
  }

  /** Adds a row or puts another in its place. */
  async set(row: BoardRow): Promise<void> {
    const [oldest] = this.#rows.keys();
    const isFull = !this.#rows.has(row.espid) && this.#rows.size >= maxRows && oldest !== undefined;
    if (isFull) this.#forget(oldest);
    this.#rows.set(row.espid, row);
    await this.#save(row);
    if (isFull) await this.#deps.remove([oldest]);
  }

  async remove(espid: string): Promise<void> {
    if (!this.#rows.has(espid)) return;
    this.#forget(espid);
    await this.#deps.remove([espid]);
  }

  /** Forgets what was not blocked and last seen before this instant; other servers update the database. */
  forgetBefore(instant: number): void {
    for (const { espid, state, seenAt } of this.#rows.values()) {
      if (state !== 'blocked' && seenAt < instant) this.#forget(espid);
    }
  }

  #giveWay({ ip, proved }: BoardRow): string | undefined | 'no place' {
    const waiting = this.inState('pending');
    if (waiting.length < maxWaiting) return undefined;
    const gives = whoGivesWay(
      waiting.map((row) => ({
        espid: row.espid,
        seenAt: row.seenAt,
        network: clientNetwork(row.ip ?? ''),
        isHome: row.proved || this.#deps.isHome(row.ip ?? ''),
        isOnline: this.#deps.isOnline(row.espid),
      })),
      { network: clientNetwork(ip ?? ''), isHome: proved || this.#deps.isHome(ip ?? '') },
    );
    // A board with a proof is never refused: whether its id is somebody else's would be revealed by that.
    return gives?.espid ?? (proved ? waiting.at(-1)?.espid : 'no place');
  }

  #forget(espid: string): void {
    this.#rows.delete(espid);
    this.#savedAt.delete(espid);
  }

  async #save(row: BoardRow): Promise<void> {
    this.#savedAt.set(row.espid, row.seenAt);
    await this.#deps.save(row);
  }
}
