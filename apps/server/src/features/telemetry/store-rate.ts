/** A board's clock and the network shift messages a little: the library itself sends "every 500 ms" 400 ms apart. */
const tolerance = 0.8;
/** So many messages may come at once after a stalled network. */
const burst = 5;

/**
 * Decides which messages of a device are stored when it sends faster than its plan's interval (the generic cell rate
 * algorithm, as in ITU-T I.371).
 */
export class StoreRate {
  #nextAt = Number.NEGATIVE_INFINITY;
  #lateAt = Number.NEGATIVE_INFINITY;

  /** True when a message that came at `at` is stored. */
  admitArrival(at: number, intervalMs: number): boolean {
    const spacing = intervalMs * tolerance;
    const next = Math.max(this.#nextAt, at - spacing * burst);
    // A clock that was set back must not silence the device.
    if (next - at > spacing * burst) {
      this.#nextAt = at + spacing;
      return true;
    }
    if (next > at) return false;
    this.#nextAt = next + spacing;
    return true;
  }

  /** The same for messages that say their instant: they may come all at once, so what counts is how far apart they were taken. */
  admitInstant(at: number, intervalMs: number): boolean {
    const apart = Math.abs(at - this.#lateAt);
    if (apart !== 0 && apart < intervalMs * tolerance) return false;
    this.#lateAt = at;
    return true;
  }
}
