/** Messages of a device that are taken on average, a millisecond. */
const perMs = 1;
/** So many may come at once, as after an outage from a board that stored them. */
const atOnce = 10_000;

/** Bounds how many messages of a device are taken, by when they come. */
export class MessageRate {
  #level = 0;
  #at = 0;

  /** Counts a message that came at `at`; false when it is one too many. */
  admit(at: number): boolean {
    // A clock that was set back gives nothing, and takes nothing either.
    if (at > this.#at) this.#level = Math.max(0, this.#level - (at - this.#at) * perMs);
    this.#at = at;
    if (this.#level >= atOnce) return false;
    this.#level += 1;
    return true;
  }
}
