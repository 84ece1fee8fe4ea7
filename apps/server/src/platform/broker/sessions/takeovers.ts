import { clientNetwork } from '../../http/client-network.ts';

/** Of one connection, the silence after which it is taken for gone, ms; a board that is there pings every 10 s. */
const longestSilenceMs = 60_000;
/** A board that was put out and is back so soon, while the one that put it out is there, is another board. */
const backWithinMs = 60_000;
/** From one address (behind a router all have the same) so many within this time are two boards, or one that restarts all the time. */
const fromOneAddress = { takeovers: 5, withinMs: 120_000 };
/** For so long after its last attempt a second board is held off. */
const contestMs = 120_000;
/** Above it what is over is forgotten. */
const cleanupAbove = 1_000;

interface Peer {
  readonly address: string;
  /** It proved nothing, and does not come from a network of the account. */
  readonly isStranger: boolean;
}

/** The open connection of a board, as somebody else comes with its id. */
export interface OpenConnection extends Peer {
  readonly silentMs: number;
  /** Without a packet for so long it is closed; Infinity without keep-alive. */
  readonly idleLimitMs: number;
}

/** Who comes with the id of a board that is there; `now` is of performance.now(). */
export interface Newcomer extends Peer {
  readonly now: number;
}

interface Contest {
  /** When connections were put out that were there, of performance.now(). */
  takenAt: number[];
  /** The address that was put out last, and when. */
  evicted: { readonly address: string; readonly at: number } | null;
  /** The address that is held off, and until when. */
  held: { readonly address: string; readonly until: number } | null;
}

/**
 * Distinguishes a board that reconnected, which is let in at once, from a second board with the same id: two of them would put each other out
 * every 15 s for ever. The older one stays then, since it is the one that is known to work. A stranger, who may know no more than an e-mail
 * address and an id, takes no connection that speaks from another network, and keeps none from who is no stranger.
 */
export class Takeovers {
  readonly #contests = new Map<string, Contest>();

  /** Whether a newcomer takes the place of the open connection; `key` names the board. */
  mayTake(key: string, open: OpenConnection, newcomer: Newcomer): boolean {
    const { address, now } = newcomer;
    if (open.silentMs >= Math.min(open.idleLimitMs / 2, longestSilenceMs)) return true;
    if (clientNetwork(address) !== clientNetwork(open.address)) {
      if (newcomer.isStranger) return false;
      if (open.isStranger) {
        this.#contests.delete(key);
        return true;
      }
    }
    const contest = this.#contests.get(key) ?? { takenAt: [], evicted: null, held: null };
    const isHeld = contest.held?.address === address && now < contest.held.until;
    if (isHeld || this.#isSecond(contest, open, newcomer)) {
      contest.held = { address, until: now + contestMs };
      this.#contests.set(key, contest);
      return false;
    }
    contest.takenAt = [...contest.takenAt.filter((at) => now - at < fromOneAddress.withinMs), now];
    if (address !== open.address) contest.evicted = { address: open.address, at: now };
    this.#contests.set(key, contest);
    if (this.#contests.size > cleanupAbove) this.#cleanup(now);
    return true;
  }

  #isSecond({ evicted, takenAt }: Contest, open: OpenConnection, { address, now }: Newcomer) {
    if (address !== open.address) return evicted?.address === address && now - evicted.at < backWithinMs;
    return takenAt.filter((at) => now - at < fromOneAddress.withinMs).length >= fromOneAddress.takeovers;
  }

  #cleanup(now: number): void {
    for (const [key, { held, takenAt }] of this.#contests) {
      const lastAt = Math.max(held?.until ?? 0, takenAt.at(-1) ?? 0);
      if (now - lastAt > fromOneAddress.withinMs) this.#contests.delete(key);
    }
  }
}
