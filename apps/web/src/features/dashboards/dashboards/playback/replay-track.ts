import type { HistoryResponse, TelemetryValue } from '@cyno/contract';
import { firstIndexFrom } from '../../../../ui/charts/plot/chart-points.ts';

/** A stretch of what a board sent, and what was known before its first point. */
export type Piece = {
  readonly history: HistoryResponse;
  readonly before: Readonly<Record<string, PastValue>>;
  /** Up to when it was complete when it was fetched. */
  readonly until: number;
};

export type PastValue = { value: TelemetryValue; at: number };

/** So many pieces are stored; the one that was needed longest ago goes first. */
const maxStoredPieces = 8;
const retryAfterMs = 3_000;

type Fetched = Pick<Piece, 'until'>;
type Slot<T> = { piece: T | null; failedAt: number | null; stop: AbortController | null };
export type FetchPiece<T = Piece> = (span: { from: number; to: number }, signal: AbortSignal) => Promise<T>;

type TrackOptions<T> = {
  pieceMs: number;
  fetch: FetchPiece<T>;
  /** Hears that there is more than before, or why there is not. */
  onChange(error: Error | null): void;
};

/** Pieces of one length of a device's past, fetched when they are wanted. */
export class ReplayTrack<T extends Fetched = Piece> {
  readonly pieceMs: number;
  readonly #options: TrackOptions<T>;
  /** By their number since the epoch; the one that was needed last is the last. */
  readonly #slots = new Map<number, Slot<T>>();

  constructor(options: TrackOptions<T>) {
    this.pieceMs = options.pieceMs;
    this.#options = options;
  }

  /** The piece of a moment; undefined while it is not there. */
  at(moment: number): T | undefined {
    const index = this.indexOf(moment);
    const slot = this.#slots.get(index);
    if (!slot?.piece) return undefined;
    this.#slots.delete(index);
    this.#slots.set(index, slot);
    return slot.piece;
  }

  indexOf(moment: number): number {
    return Math.floor(moment / this.pieceMs);
  }

  /** Fetches the piece of a moment unless it is there or on its way. */
  want(moment: number): void {
    const index = this.indexOf(moment);
    const known = this.#slots.get(index);
    const isEnough = known?.piece && moment <= known.piece.until;
    if (known?.stop || isEnough) return;
    if (known?.failedAt && performance.now() - known.failedAt < retryAfterMs) return;
    const stop = new AbortController();
    const slot: Slot<T> = { piece: known?.piece ?? null, failedAt: null, stop };
    this.#slots.set(index, slot);
    this.#forget();
    this.#options.fetch({ from: index * this.pieceMs, to: (index + 1) * this.pieceMs }, stop.signal).then(
      (piece) => this.#settle(slot, { piece, failedAt: null }, null),
      (error: Error) => {
        if (stop.signal.aborted) return;
        // Too many waited: it is requested again when it is wanted again, and nothing is wrong.
        if (error.name === 'AbortError') this.#settle(slot, { failedAt: null }, null);
        else this.#settle(slot, { failedAt: performance.now() }, error);
      },
    );
  }

  /** Gives up what is on its way. */
  stop(): void {
    for (const { stop } of this.#slots.values()) stop?.abort();
  }

  #settle(slot: Slot<T>, change: Partial<Slot<T>>, error: Error | null): void {
    Object.assign(slot, change, { stop: null });
    this.#options.onChange(error);
  }

  #forget(): void {
    for (const [index, slot] of this.#slots) {
      if (this.#slots.size <= maxStoredPieces) return;
      slot.stop?.abort();
      this.#slots.delete(index);
    }
  }
}

/**
 * The newest value of a variable at or before a moment. A bucket counts from its end on, so that nothing is shown before it was;
 * within a bucket's width of that its age is not known and left out.
 */
export function pastValue({ history, before }: Piece, key: string, moment: number): PastValue | undefined {
  const { times, series, bucketMs } = history;
  const values = series[key]?.value ?? [];
  const width = bucketMs ?? 0;
  for (let index = firstIndexFrom(times, moment - width + 1) - 1; index >= 0; index--) {
    const value = values[index];
    if (value === null || value === undefined) continue;
    const at = (times[index] ?? 0) + width;
    return { value, at: moment - at < width ? moment : at };
  }
  return before[key];
}

/** What a chart of `spanMs` shows at a moment: up to there and no further, from one piece or two that follow each other. */
export function pastWindow(pieces: readonly Piece[], spanMs: number, moment: number): HistoryResponse {
  const from = moment - spanMs;
  const times: number[] = [];
  const series: HistoryResponse['series'] = {};
  const keys = new Set(pieces.flatMap(({ history }) => Object.keys(history.series)));
  const hasBand = pieces.some(({ history }) => history.bucketMs !== null);
  for (const key of keys) series[key] = { value: [], min: hasBand ? [] : null, max: hasBand ? [] : null };
  let offline: HistoryResponse['offline'] = [];
  for (const { history } of pieces) {
    const first = firstIndexFrom(history.times, from);
    const last = Math.max(first, firstIndexFrom(history.times, moment - (history.bucketMs ?? 0) + 1));
    times.push(...history.times.slice(first, last));
    for (const [key, column] of Object.entries(series)) {
      const own = history.series[key];
      const values = own?.value.slice(first, last) ?? new Array<null>(last - first).fill(null);
      column.value.push(...values);
      const numbers = values.map((value) => (typeof value === 'number' ? value : null));
      column.min?.push(...(own?.min?.slice(first, last) ?? numbers));
      column.max?.push(...(own?.max?.slice(first, last) ?? numbers));
    }
    offline = joinGaps(offline, history.offline, { from, to: moment });
  }
  const coarsest = pieces.find(({ history }) => history.bucketMs !== null)?.history ?? pieces[0]?.history;
  const { resolution = 'raw', bucketMs = null } = coarsest ?? {};
  return { from, to: moment, resolution, bucketMs, times, series, offline };
}

/** Gaps of two pieces within a window; one that continues over their border is one. */
function joinGaps(
  before: HistoryResponse['offline'],
  next: HistoryResponse['offline'],
  window: { from: number; to: number },
): HistoryResponse['offline'] {
  const joined = [...before];
  for (const gap of next) {
    const from = Math.max(gap.from, window.from);
    const to = Math.min(gap.to, window.to);
    const last = joined.at(-1);
    if (last && from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else if (to > from) joined.push({ from, to });
  }
  return joined;
}
