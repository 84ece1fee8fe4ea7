/**
 * Measures how long the event loop was busy from now until it is free for something else, in milliseconds: with what is done at once
 * and with what promises that are settled meanwhile lead to.
 */
export function measureTurn(done: (ms: number) => void): void {
  const from = performance.now();
  // Microtasks run before the next tick does when they are under way, and after it when they are not.
  queueMicrotask(() => process.nextTick(() => done(performance.now() - from)));
}
