import type { Clock } from '../../platform/clock.ts';
import { createQuietLog, type Logger, type QuietLog } from '../../platform/log/index.ts';

/** So many changes of a board stand among its commands within a window; further ones are only shown as what it is now. */
const noted = { changes: 60, windowMs: 10_000 };
/** While the database is away; further ones are only kept in memory. */
const maxWaiting = 10_000;

/**
 * Writes what boards report, one after the other: a board can report thousands of times a second, and must take neither the
 * database's connections nor the memory from everybody else. Of one thing that changes again meanwhile only the newest is written.
 */
export class ReportWrites {
  readonly #clock: Clock;
  readonly #log: QuietLog;
  readonly #waiting = new Map<object, () => Promise<void>>();
  readonly #windows = new Map<number, { readonly since: number; changes: number }>();
  #isWriting = false;

  constructor({ clock, log }: { clock: Clock; log: Logger }) {
    this.#clock = clock;
    this.#log = createQuietLog(log);
  }

  /** `write` takes the place of one that waits for the same thing. */
  add(thing: object, write: () => Promise<void>): void {
    if (this.#waiting.size >= maxWaiting && !this.#waiting.has(thing)) return;
    this.#waiting.set(thing, write);
    if (!this.#isWriting) void this.#writeAll();
  }

  /** Counts a change of a device; false when it had too many to keep each. */
  mayNote(deviceId: number): boolean {
    const now = this.#clock.now();
    let window = this.#windows.get(deviceId);
    if (!window || now - window.since > noted.windowMs) {
      window = { since: now, changes: 0 };
      this.#windows.set(deviceId, window);
    }
    window.changes += 1;
    return window.changes <= noted.changes;
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    for (const [thing, write] of this.#waiting) {
      this.#waiting.delete(thing);
      try {
        await write();
      } catch (err) {
        this.#log('warn', 'What a board reported was not kept', { err });
      }
    }
    this.#isWriting = false;
  }
}
