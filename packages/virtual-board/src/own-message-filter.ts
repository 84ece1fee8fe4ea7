/**
 * Drops the echo of the board's own last message (of any topic but `data/update`). It goes by the payload alone, and its
 * resting state is the empty text, so the library never reacts to an empty payload.
 */
export class OwnMessageFilter {
  #last = '';

  published(payload: string): void {
    this.#last = payload;
  }

  /** True when an inbound payload is taken for the board's own. */
  drops(payload: string): boolean {
    if (payload !== this.#last) return false;
    this.#last = '';
    return true;
  }
}
