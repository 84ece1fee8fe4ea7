import { afterEach, vi } from 'vitest';

// The files of a worker follow each other in one process: what one does to the timers must not reach the next.
afterEach(() => {
  vi.useRealTimers();
});
