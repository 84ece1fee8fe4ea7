import type { Logger } from '../../../platform/log/index.ts';

/** Notifies listeners that something happened; a listener that throws is logged and harms no other. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #log: Logger;
  readonly #name: string;

  constructor(name: string, log: Logger) {
    this.#name = name;
    this.#log = log;
  }

  /** Returns how to stop listening. */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  notify(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (err) {
        this.#log.error({ err, event: this.#name }, 'A listener failed');
      }
    }
  }
}
