import type { LogFileState, LogLine } from '@cyno/contract';
import { LineReader, type LineSource, type LogCalls } from './line-source.ts';

const matchesAtOnce = 500;
/** So many are searched for at first, and so many more whenever the end of the list is in sight. */
const aheadOfSight = 5_000;
/** More than anybody reads; the page then advises to narrow the search. */
export const maxMatches = 50_000;
const followMs = 1_000;
const countingMs = 100;

/** The lines of a file that match: they come in as the server finds them, newest first. */
export class MatchReader extends LineReader {
  readonly #calls: LogCalls;
  readonly #filter: URLSearchParams;
  #matches: LogLine[] = [];
  #places = new Map<number, number>();
  #state: LogFileState | undefined;
  #error: unknown;
  /** Where to look on to the older lines; undefined: at the newest, null: all was looked at. */
  #next: number | null | undefined;
  #searched = 0;
  /** All lines below this number were looked at, or are being. */
  #knownLines = 0;
  #wanted = aheadOfSight;
  #source: LineSource;

  constructor(calls: LogCalls, filter: URLSearchParams) {
    super();
    this.#calls = calls;
    this.#filter = filter;
    this.#source = this.#describe();
  }

  get source(): LineSource {
    return this.#source;
  }

  /** Reports which places the list shows. */
  show(_firstPlace: number, lastPlace: number): void {
    this.#wanted = Math.min(maxMatches, Math.max(this.#wanted, lastPlace + aheadOfSight));
    this.wake();
  }

  protected nextIn(isFollowing: boolean): number | null {
    if (this.#state !== undefined && this.#state.counted < 1) return countingMs;
    if (this.#next !== null && this.#matches.length < this.#wanted) return 0;
    return isFollowing && this.#state?.growing && this.#matches.length < maxMatches ? followMs : null;
  }

  protected async fetchLines(signal: AbortSignal): Promise<void> {
    const needsNew = this.#next === null || (this.#next !== undefined && this.#matches.length >= this.#wanted);
    if (needsNew) await this.#fetchNew(signal);
    else await this.#fetchMore(signal);
    this.#error = undefined;
    this.#source = this.#describe();
  }

  protected failed(error: unknown): void {
    this.#error = error;
    this.#source = this.#describe();
  }

  async #fetchMore(signal: AbortSignal): Promise<void> {
    const query = this.#query(typeof this.#next === 'number' ? { before: this.#next } : {});
    const { state, matches, next, searched } = await this.#calls.matches(query, signal);
    this.#state = state;
    if (state.counted < 1) return;
    if (this.#next === undefined) this.#knownLines = state.lines;
    this.#matches = [...this.#matches, ...matches];
    this.#next = next;
    this.#searched = searched;
  }

  /** Lines that were written since; what is found is shown when all of them were looked at, so that no place changes twice. */
  async #fetchNew(signal: AbortSignal): Promise<void> {
    const found: LogLine[] = [];
    let lines = 0;
    for (let before: number | null | undefined; before !== null; ) {
      const query = this.#query({ from: this.#knownLines, ...(before !== undefined && { before }) });
      const { state, matches, next } = await this.#calls.matches(query, signal);
      if (this.#state && (state.id !== this.#state.id || state.counted < 1)) return this.#restart(state);
      if (before === undefined) lines = state.lines;
      this.#state = state;
      found.push(...matches);
      before = next;
    }
    this.#knownLines = lines;
    if (found.length > 0) this.#matches = [...found, ...this.#matches];
  }

  #restart(state: LogFileState): void {
    this.#state = state;
    this.#matches = [];
    this.#next = undefined;
  }

  #query(range: Record<string, number>): URLSearchParams {
    const query = new URLSearchParams(this.#filter);
    query.set('limit', String(matchesAtOnce));
    for (const [name, value] of Object.entries(range)) query.set(name, String(value));
    return query;
  }

  #describe(): LineSource {
    const matches = this.#matches;
    this.#places = new Map(matches.map(({ line }, place) => [line, place]));
    const places = this.#places;
    return {
      state: this.#state,
      count: matches.length,
      lineAt: (place) => matches[place],
      placeOf: (line) => places.get(line) ?? -1,
      progress: this.#next === null ? 1 : this.#searched,
      error: this.#error,
    };
  }
}
