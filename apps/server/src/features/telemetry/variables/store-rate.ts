/** A board's clock and the network shift messages a little: the library itself sends "every 500 ms" 400 ms apart. */
const tolerance = 0.8;
/** So many messages may come at once after a stalled network. */
const burst = 5;
/** A message may have an instant of so long ago: a board that was away sends what it could have had stored meanwhile. */
const longestAwayMs = 24 * 3_600_000;
/** A device of which nothing is known yet may bring so many messages from before. */
const newcomersMessages = 10_000;

/**
 * Decides which messages of a device are stored when it sends faster than its plan's interval (the generic cell rate
 * algorithm, as in ITU-T I.371).
 */
export class StoreRate {
  #nextAt = Number.NEGATIVE_INFINITY;
  #lateAt = Number.NEGATIVE_INFINITY;
  /** Where the device would be had it sent what is stored one interval apart; null before anything is known of it. */
  #paidUntil: number | null = null;

  /** Takes an instant that was stored before the start into account. */
  storedBefore(at: number): void {
    this.#paidUntil = Math.max(this.#paidUntil ?? at, at);
  }

  /** True when a message that came at `at` is stored. */
  admitArrival(at: number, intervalMs: number): boolean {
    const spacing = intervalMs * tolerance;
    const next = Math.max(this.#nextAt, at - spacing * burst);
    // A clock that was set back must not silence the device.
    const wasSetBack = next - at > spacing * burst;
    if (!wasSetBack && next > at) return false;
    this.#nextAt = (wasSetBack ? at : next) + spacing;
    this.#paidUntil = Math.min(this.#paidFrom(at, spacing), at + spacing * burst) + spacing;
    return true;
  }

  /**
   * The same for messages with an instant of their own: they may come all at once, so what counts is how far apart they were taken, and that
   * they are no more than the device could have had stored since it was last heard.
   */
  admitInstant({ at, receivedAt }: { at: number; receivedAt: number }, intervalMs: number): boolean {
    const spacing = intervalMs * tolerance;
    const apart = Math.abs(at - this.#lateAt);
    // It adds to the row of the one before.
    if (apart === 0) return true;
    if (apart < spacing) return false;
    const paid = this.#paidFrom(receivedAt, spacing);
    if (paid - receivedAt > spacing * burst) return false;
    this.#paidUntil = paid + spacing;
    this.#lateAt = at;
    return true;
  }

  #paidFrom(now: number, spacing: number): number {
    const paid = Math.max(this.#paidUntil ?? now - newcomersMessages * spacing, now - longestAwayMs);
    // So far ahead it is only after the clock was set back, or when the plan's interval was longer.
    return paid - now > spacing * burst * 2 ? now : paid;
  }
}
