import { afterAll, vi } from 'vitest';

// The files of a worker follow each other in one process.
afterAll(() => {
  vi.useRealTimers();
});
