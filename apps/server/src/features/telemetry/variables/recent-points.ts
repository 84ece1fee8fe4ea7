import type { LivePoint } from '@cyno/contract';

const capacity = 150;
const maxAgeMs = 60_000;

/** A device's points of the last minute, at most 150: what a browser needs to join history and live values without a gap. */
export class RecentPoints {
  #ring: LivePoint[] = [];
  #next = 0;

  push(point: LivePoint): void {
    if (this.#ring.length < capacity) this.#ring.push(point);
    else this.#ring[this.#next] = point;
    this.#next = (this.#next + 1) % capacity;
  }

  /** In the order in which they came. */
  list(now: number): LivePoint[] {
    return this.#inOrder().filter((point) => now - point.at <= maxAgeMs);
  }

  /** Lets go of points whose instants the clock has not reached any more, since it was set back. */
  dropAfter(now: number): void {
    this.#ring = this.#inOrder().filter((point) => point.at <= now);
    this.#next = this.#ring.length % capacity;
  }

  #inOrder(): LivePoint[] {
    const ring = this.#ring;
    return ring.length < capacity ? ring : [...ring.slice(this.#next), ...ring.slice(0, this.#next)];
  }

  /** Lets go of points that are too old; called now and then, so that silent boards take no memory. */
  prune(now: number): void {
    if (this.#ring.length === 0) return;
    this.#ring = this.list(now);
    this.#next = this.#ring.length % capacity;
  }
}
