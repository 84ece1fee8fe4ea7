import type { LogFileState, LogLine } from '@cyno/contract';

/** The requests of the page; each throws an ApiError. */
export type LogCalls = {
  window(query: URLSearchParams, signal: AbortSignal): Promise<{ state: LogFileState; lines: LogLine[] }>;
  matches(
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<{ state: LogFileState; matches: LogLine[]; next: number | null; searched: number }>;
};

/** What a list shows of a file at this moment. `place` 0 is the newest line. */
export type LineSource = {
  state: LogFileState | undefined;
  /** How many lines the list has. */
  count: number;
  /** Undefined while it is on its way. */
  lineAt(place: number): LogLine | undefined;
  /** Negative: the list does not have it. */
  placeOf(line: number): number;
  /** The file is being counted (0 to 1), or searched; 1: done. */
  progress: number;
  error: unknown;
};

const retryMs = 3_000;

/** Polls in the background and notifies of something new; one request at a time. */
export abstract class LineReader {
  readonly #listeners = new Set<() => void>();
  #stop = new AbortController();
  #isLoading = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isFollowing = false;

  abstract readonly source: LineSource;

  /** How long to wait before the next request; null: there is nothing to request. */
  protected abstract nextIn(isFollowing: boolean): number | null;
  protected abstract fetchLines(signal: AbortSignal): Promise<void>;
  protected abstract failed(error: unknown): void;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  follow(isFollowing: boolean): void {
    this.#isFollowing = isFollowing;
    this.wake();
  }

  open(): void {
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
    this.wake();
  }

  close(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  /** Begins to poll when there is something to request. */
  wake(): void {
    clearTimeout(this.#timer);
    if (this.#isLoading || this.#stop.signal.aborted) return;
    const wait = this.nextIn(this.#isFollowing);
    if (wait !== null) this.#timer = setTimeout(() => void this.#load(), wait);
  }

  async #load(): Promise<void> {
    const { signal } = this.#stop;
    this.#isLoading = true;
    let hasFailed = false;
    try {
      await this.fetchLines(signal);
    } catch (error) {
      hasFailed = true;
      if (!signal.aborted) this.failed(error);
    }
    this.#isLoading = false;
    if (signal.aborted) {
      // It may have been opened again meanwhile.
      this.wake();
      return;
    }
    for (const listener of this.#listeners) listener();
    if (hasFailed) this.#timer = setTimeout(() => this.wake(), retryMs);
    else this.wake();
  }
}
