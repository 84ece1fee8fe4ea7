import { afterAll, afterEach, vi } from 'vitest';

const { setTimeout: setTimer } = globalThis;

// The files of a worker follow each other in one process: what one does to the timers must not reach the next.
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  // Left as they are, the timers of the next file would never run.
  if (globalThis.setTimeout === setTimer) return;
  globalThis.setTimeout = setTimer;
  throw new Error('This file leaves a setTimeout behind that it has replaced.');
});
