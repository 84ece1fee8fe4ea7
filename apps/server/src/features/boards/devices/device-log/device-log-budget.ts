import type { DeviceLogKind } from '@cyno/contract';

/** A device may write this many lines in a window; what is above is dropped and counted in one line. */
const burst = { lines: 60, windowMs: 10_000 };
/** Strangers cause these lines, so they have a budget of their own and cannot push the owner's lines out. */
const refusedBurst = { lines: 1, windowMs: 60_000 };

interface Window {
  startedAt: number;
  lines: number;
  dropped: number;
}

/** Decides for each line of a device's event log whether it may be stored, so that no board and no stranger floods the log. */
export class DeviceLogBudget {
  readonly #windows = new Map<string, Window>();

  /** `leftOut`: so many lines of the window before this one were not stored, which is to be logged once. */
  take(deviceId: number, kind: DeviceLogKind, now: number): { accepted: boolean; leftOut: number } {
    const allowed = kind === 'refused' ? refusedBurst : burst;
    const key = `${deviceId} ${kind === 'refused'}`;
    let window = this.#windows.get(key);
    let leftOut = 0;
    if (!window || Math.abs(now - window.startedAt) > allowed.windowMs) {
      leftOut = window?.dropped ?? 0;
      window = { startedAt: now, lines: 0, dropped: 0 };
      this.#windows.set(key, window);
    }
    window.lines += 1;
    const accepted = window.lines <= allowed.lines;
    if (!accepted) window.dropped += 1;
    return { accepted, leftOut };
  }

  /** Forgets devices that wrote nothing for a while. */
  cleanup(now: number): void {
    for (const [key, { startedAt }] of this.#windows) {
      if (Math.abs(now - startedAt) > refusedBurst.windowMs) this.#windows.delete(key);
    }
  }
}
