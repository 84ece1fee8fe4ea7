/** Time as a virtual board lives it; instants are ms since the epoch. Each timer function returns its cancellation. */
export interface BoardClock {
  now(): number;
  after(delayMs: number, run: () => void): () => void;
  every(intervalMs: number, run: () => void): () => void;
}

/** Time that runs `factor` times as fast as the real one; tests use it, so that a minute of a board takes a second. */
export function boardClock(factor = 1): BoardClock {
  const startedAt = Date.now();
  return {
    now: () => startedAt + (Date.now() - startedAt) * factor,
    after(delayMs, run) {
      const timer = setTimeout(run, delayMs / factor);
      return () => clearTimeout(timer);
    },
    every(intervalMs, run) {
      const timer = setInterval(run, intervalMs / factor);
      return () => clearInterval(timer);
    },
  };
}
