import type { EventBus } from '../../../platform/bus/index.ts';
import { serverTimer } from '../../../platform/server-timer.ts';
import { variablesChanged } from './variables.events.ts';

/** Boards that start send their variables in several messages, and a person calibrates several in a row. */
const settleMs = 200;

/** Publishes which variables pages are to read again, all of a moment at once. */
export class VariableNotices {
  readonly #bus: EventBus;
  #waiting = new Map<number, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #isOn = false;

  constructor(bus: EventBus) {
    this.#bus = bus;
  }

  /** What is loaded before this is known to every page. */
  start(): void {
    this.#isOn = true;
  }

  stop(): void {
    this.#isOn = false;
    clearTimeout(this.#timer);
  }

  changed(deviceId: number, key: string): void {
    if (!this.#isOn) return;
    const keys = this.#waiting.get(deviceId);
    if (keys) keys.add(key);
    else this.#waiting.set(deviceId, new Set([key]));
    this.#timer ??= serverTimer(() => this.#publish(), settleMs);
  }

  #publish(): void {
    this.#timer = undefined;
    const waiting = this.#waiting;
    this.#waiting = new Map();
    for (const [deviceId, keys] of waiting) this.#bus.publish(variablesChanged, { deviceId, keys: [...keys] });
  }
}
