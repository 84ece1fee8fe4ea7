import { afterAll, afterEach, inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How long a test waits for what does not come, ms. */
    waitMs: number;
  }
}

const time = {
  globals: { setTimeout, setInterval, Date },
  steadyNow: performance.now.bind(performance),
  waitFor: vi.waitFor,
};

// The files of a worker follow each other in one process: what one does to its globals must not reach the next.
const ofWorker = Symbol.for('cyno.realTime');
const worker = globalThis as typeof globalThis & { [ofWorker]?: typeof time };
worker[ofWorker] ??= time;
const { globals, steadyNow, waitFor } = worker[ofWorker];

// By itself it gives up after a second, which a busy machine may need for anything.
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: inject('waitMs'), ...options });

/** Restores what was replaced; returns the names of timers and clocks that were. */
function restoreGlobals(): string[] {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  const replaced = Object.entries(globals).filter(([name, real]) => Reflect.get(globalThis, name) !== real);
  if (replaced.length === 0) return [];
  Object.assign(globalThis, globals);
  // Steady time stands still as well where timers are held; it never goes back.
  const aheadMs = Math.max(0, performance.now() - steadyNow());
  performance.now = () => steadyNow() + aheadMs;
  return replaced.map(([name]) => name);
}

// The last hook of a file does not run after one that failed.
restoreGlobals();
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => {
  const replaced = restoreGlobals();
  // Left as they are, the timers of the next file would never run.
  if (replaced.length > 0) throw new Error(`This file leaves a replaced ${replaced.join(', ')} behind.`);
});
