import type { Clock } from '../../../platform/clock.ts';

/** So many changes of a board stand among its commands within a window; further ones are only shown as what it is now. */
const noted = { changes: 60, windowMs: 10_000 };

/** Counts what boards change by themselves: a board can report thousands of times a second. */
export class ReportBudget {
  readonly #clock: Clock;
  readonly #windows = new Map<number, { readonly since: number; changes: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a change of a device; false when it had too many to keep each. */
  mayNote(deviceId: number): boolean {
    const now = this.#clock.now();
    let window = this.#windows.get(deviceId);
    if (!window || Math.abs(now - window.since) > noted.windowMs) {
      window = { since: now, changes: 0 };
      this.#windows.set(deviceId, window);
    }
    window.changes += 1;
    return window.changes <= noted.changes;
  }
}
