/** Something that runs until it is stopped. */
interface Part {
  stop(): Promise<void> | void;
}

/** What has started of a server, which may be stopped in the middle of its start. */
export class Started {
  readonly #parts: Part[] = [];
  readonly #cancelled = new AbortController();
  #isComplete = false;

  /** Aborted when the start is to end, because the server is to stop. */
  get cancelled(): AbortSignal {
    return this.#cancelled.signal;
  }

  /** Throws when the start is cancelled; the parts are to be stopped nevertheless. */
  add(...parts: Part[]): void {
    this.#parts.push(...parts);
    this.cancelled.throwIfAborted();
  }

  complete(): void {
    this.#isComplete = true;
  }

  /** Does nothing to a start that is complete. */
  cancel(): void {
    if (!this.#isComplete) this.#cancelled.abort();
  }

  /** Stops the parts in the opposite order. One that does not stop must not keep the others from writing what they hold. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (const part of this.#parts.splice(0).reverse()) {
      try {
        await part.stop();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts did not stop as they should.');
  }
}
