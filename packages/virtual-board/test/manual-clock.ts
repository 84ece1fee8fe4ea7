import type { BoardClock } from '../src/board-clock.ts';

/** A clock for tests that stands still until it is moved. */
export class ManualClock implements BoardClock {
  #now = Date.UTC(2026, 10, 21, 5);
  #timers = new Set<{ at: number; everyMs: number | null; run: () => void }>();

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): () => void {
    return this.#add(delayMs, null, run);
  }

  every(intervalMs: number, run: () => void): () => void {
    return this.#add(intervalMs, intervalMs, run);
  }

  /** Moves on, running what falls due in its order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#now = next.at;
      if (next.everyMs === null) this.#timers.delete(next);
      else next.at += next.everyMs;
      next.run();
    }
    this.#now = end;
  }

  #add(delayMs: number, everyMs: number | null, run: () => void): () => void {
    const timer = { at: this.#now + delayMs, everyMs, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }
}
