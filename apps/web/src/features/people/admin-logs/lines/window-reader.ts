import type { LogFileState, LogLine } from '@cyno/contract';
import { LineReader, type LineSource, type LogCalls } from './line-source.ts';

const linesAtOnce = 200;
const newestAtOnce = 50;
const maxStoredLines = 20_000;
const followMs = 1_000;
const countingMs = 100;

/** All lines of a file: those in sight are fetched by their numbers. */
export class WindowReader extends LineReader {
  readonly #calls: LogCalls;
  readonly #lines = new Map<number, LogLine>();
  #state: LogFileState | undefined;
  #error: unknown;
  /** Line numbers in sight, the last one exclusive. */
  #wanted: [from: number, to: number] = [0, 0];
  #source: LineSource;

  constructor(calls: LogCalls) {
    super();
    this.#calls = calls;
    this.#source = this.#describe();
  }

  get source(): LineSource {
    return this.#source;
  }

  /** Reports which places a list of so many lines shows. */
  show(firstPlace: number, lastPlace: number, count: number): void {
    this.#wanted = [Math.max(0, count - 1 - lastPlace), Math.max(0, count - firstPlace)];
    this.wake();
  }

  protected nextIn(isFollowing: boolean): number | null {
    if (this.#state === undefined) return 0;
    if (this.#state.counted < 1) return countingMs;
    if (this.#firstMissing() !== undefined) return 0;
    return isFollowing && this.#state.growing ? followMs : null;
  }

  protected async fetchLines(signal: AbortSignal): Promise<void> {
    const missing = this.#state?.counted === 1 ? this.#firstMissing() : undefined;
    const query = new URLSearchParams(
      missing === undefined ? { count: String(newestAtOnce) } : { from: String(missing), count: String(linesAtOnce) },
    );
    const { state, lines } = await this.#calls.window(query, signal);
    if (this.#state && (this.#state.id !== state.id || this.#state.counted < 1)) this.#lines.clear();
    this.#state = state;
    this.#error = undefined;
    for (const line of lines) this.#keep(line);
    // A line that the file has lost must not be requested again and again.
    if (missing !== undefined && lines.length === 0) this.#keep({ line: missing, text: '', cut: false });
    this.#source = this.#describe();
  }

  protected failed(error: unknown): void {
    this.#error = error;
    this.#source = this.#describe();
  }

  #keep(line: LogLine): void {
    this.#lines.delete(line.line);
    this.#lines.set(line.line, line);
    for (const oldest of this.#lines.keys()) {
      if (this.#lines.size <= maxStoredLines) break;
      this.#lines.delete(oldest);
    }
  }

  /** Where to begin the next response: it reaches further in the direction in which the list moves. */
  #firstMissing(): number | undefined {
    const [from, to] = [this.#wanted[0], Math.min(this.#wanted[1], this.#source.count)];
    const missing: number[] = [];
    for (let line = from; line < to; line += 1) if (!this.#lines.has(line)) missing.push(line);
    const last = missing.at(-1);
    if (last === undefined || last === to - 1) return missing[0];
    let begin = Math.max(0, last - linesAtOnce + 1);
    while (this.#lines.has(begin)) begin += 1;
    return begin;
  }

  #describe(): LineSource {
    const isCounted = this.#state?.counted === 1;
    const count = isCounted ? (this.#state?.lines ?? 0) : this.#lines.size;
    return {
      state: this.#state,
      count,
      lineAt: (place) => this.#lines.get(count - 1 - place),
      placeOf: (line) => count - 1 - line,
      progress: this.#state?.counted ?? 0,
      error: this.#error,
    };
  }
}
