import { serverTimer } from '../../../platform/server-timer.ts';

/** Boards that start send their variables in several messages, and a person calibrates several in a row. */
const settleMs = 200;

/** Variables of a device that came, or whose numbers mean something else than before. */
export interface VariablesEvent {
  readonly deviceId: number;
  readonly keys: ReadonlySet<string>;
}

/** Notifies which variables pages are to read again, all of a moment at once. */
export class VariableNotices {
  readonly #listeners = new Set<(event: VariablesEvent) => void>();
  #waiting = new Map<number, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #isOn = false;

  /** What is loaded before this is known to every page. */
  start(): void {
    this.#isOn = true;
  }

  stop(): void {
    this.#isOn = false;
    clearTimeout(this.#timer);
  }

  /** Returns how to stop listening. */
  subscribe(listener: (event: VariablesEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  changed(deviceId: number, key: string): void {
    if (!this.#isOn) return;
    const keys = this.#waiting.get(deviceId);
    if (keys) keys.add(key);
    else this.#waiting.set(deviceId, new Set([key]));
    this.#timer ??= serverTimer(() => this.#notify(), settleMs);
  }

  #notify(): void {
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [deviceId, keys] of waiting) for (const listener of this.#listeners) listener({ deviceId, keys });
  }
}
