import type { Clock } from '../../../platform/clock.ts';

/** So long has a board to send something to the account that claims it. */
const proofMs = 10 * 60_000;

interface Proof {
  readonly claimantId: number;
  readonly espid: string;
  readonly openedAt: number;
  readonly until: number;
}

/** Claims whose board has not spoken yet, in memory: anyone who restarts the server starts them again with a press. */
export class ClaimProofs {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Proof>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(claimantId: number, espid: string): void {
    const openedAt = this.#clock.now();
    for (const [key, { until }] of this.#waiting) if (until <= openedAt) this.#waiting.delete(key);
    this.#waiting.set(keyOf(claimantId, espid), { claimantId, espid, openedAt, until: openedAt + proofMs });
  }

  /** Whether a message of this account's board is waited for; every message of a board that waits to join checks this. */
  isWaiting(claimantId: number, espid: string): boolean {
    if (this.#waiting.size === 0) return false;
    return (this.#waiting.get(keyOf(claimantId, espid))?.until ?? 0) > this.#clock.now();
  }

  /** False when none was waited for. */
  end(claimantId: number, espid: string): boolean {
    return this.#waiting.delete(keyOf(claimantId, espid));
  }

  of(claimantId: number): Proof[] {
    const now = this.#clock.now();
    return [...this.#waiting.values()].filter((proof) => proof.claimantId === claimantId && proof.until > now);
  }
}

const keyOf = (claimantId: number, espid: string): string => `${claimantId} ${espid}`;
