import type { Command, ControlState, Device, DeviceVariable, HistoryResponse, WidgetContent } from '@cyno/contract';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import type { PastCalls } from '../source/past-calls.ts';
import { drawnKeys, linePointsOf } from '../widgets/dashboard-history.ts';
import { fetchSwitched, pieceFetcher, type RunQueued, type Switched } from './replay-calls.ts';
import { type PastValue, type Piece, pastValue, pastWindow, ReplayTrack } from './replay-track.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The finest pieces hold every message of a board that sends five a second; faster replays need coarser ones. */
const levels = [
  { upTo: 2, pieceMs: 10 * minuteMs, points: 3_000 },
  { upTo: 10, pieceMs: hourMs, points: 3_000 },
  { upTo: 60, pieceMs: 6 * hourMs, points: 3_000 },
  { upTo: Number.POSITIVE_INFINITY, pieceMs: 24 * hourMs, points: 3_000 },
];
const overviewPoints = 2_000;
const maxPoints = 6_000;
/** Short charts are fetched in pieces that last some seconds also in the fastest replay. */
const shortestPieceMs = 2 * hourMs;
const maxCommands = 50;

type TapeOptions = {
  past: PastCalls;
  contents: readonly WidgetContent[];
  range: TimeSpan;
  runQueued: RunQueued;
  onChange(error: Error | null): void;
};

/** The past of one device, as far as the widgets of a dashboard show it. */
export class ReplayTape {
  readonly #range: TimeSpan;
  readonly #values: { upTo: number; track: ReplayTrack }[];
  readonly #windows: { minutes: number; track: ReplayTrack }[];
  readonly #overview: ReplayTrack;
  readonly #switched: ReplayTrack<Switched>;
  readonly #stored = new Map<number, { end: number; pieces: readonly Piece[]; history: HistoryResponse }>();
  #control: { of: ControlState; count: number; frame: ControlState } | null = null;

  constructor({ past, contents, range, runQueued, onChange }: TapeOptions) {
    this.#range = range;
    const trackOf = (pieceMs: number, points: number, keys?: readonly string[]) =>
      new ReplayTrack({ pieceMs, onChange, fetch: pieceFetcher(runQueued, { past, points, keys, withBefore: !keys }) });
    this.#values = levels.map(({ upTo, pieceMs, points }) => ({ upTo, track: trackOf(pieceMs, points) }));
    this.#windows = drawnKeys(contents).map(([minutes, keys]) => {
      const pieceMs = Math.max(minutes * minuteMs, shortestPieceMs);
      const points = Math.min(maxPoints, Math.round((linePointsOf(minutes) * pieceMs) / (minutes * minuteMs)));
      return { minutes, track: trackOf(pieceMs, points, keys) };
    });
    const fetch = pieceFetcher(runQueued, { past, points: overviewPoints, withBefore: true });
    // One piece of exactly the range, where pieces of its length would begin.
    const whole = { pieceMs: Number.MAX_SAFE_INTEGER, onChange };
    this.#overview = new ReplayTrack({
      ...whole,
      fetch: (_span, signal) => fetch({ from: Math.floor(range.from), to: Math.ceil(range.to) }, signal),
    });
    this.#switched = new ReplayTrack({ ...whole, fetch: (_span, signal) => fetchSwitched(past, range, signal) });
  }

  /** Fetches what a moment needs, and with a speed what comes next. */
  prepare(moment: number, speed: number | null): void {
    this.#overview.want(this.#range.from);
    this.#switched.want(this.#range.from);
    const track = this.#trackFor(speed);
    track.want(moment);
    for (const { minutes, track: drawn } of this.#windows) {
      drawn.want(moment);
      drawn.want(moment - minutes * minuteMs);
    }
    if (speed === null) return;
    for (const each of [track, ...this.#windows.map((one) => one.track)]) {
      each.want(Math.min(moment + each.pieceMs, this.#range.to));
    }
  }

  /** Whether a replay may continue to a moment. */
  isReady(moment: number, speed: number): boolean {
    return this.#trackFor(speed).at(moment) !== undefined;
  }

  stop(): void {
    this.#switched.stop();
    for (const { track } of [...this.#values, ...this.#windows, { track: this.#overview }]) track.stop();
  }

  /** The device as it was at a moment: whether it was connected, and what its variables were. */
  deviceAt(device: Device, moment: number): Device {
    const piece = this.#pieceAt(moment);
    // Those of the range reach further back than a piece.
    const known = [this.#overview.at(this.#range.from), piece].flatMap((one) => one?.history ?? []);
    const gaps = known.flatMap((history) =>
      history.offline.map((gap) => ({ ...gap, isCut: gap.from <= history.from })),
    );
    const away = gaps.filter(({ from, to }) => from <= moment && moment < to);
    // Where a gap is cut nothing happened: the board went away at some time before.
    const awaySince = away.find(({ isCut }) => !isCut)?.from ?? null;
    const back = gaps.findLast(({ to }) => to <= moment)?.to ?? null;
    return {
      ...device,
      online: piece !== undefined && away.length === 0,
      onlineChangedAt: away.length > 0 ? awaySince : back,
      lastSeenAt: awaySince,
      // The past of the signal is not stored with the values.
      rssi: null,
      variables: device.variables.map((variable) => ({ ...variable, ...this.#valueAt(piece, variable, moment) })),
    };
  }

  /** What its charts show, by their minutes; without those that are on the way. */
  historiesAt(moment: number): Map<number, HistoryResponse> {
    const histories = new Map<number, HistoryResponse>();
    for (const { minutes, track } of this.#windows) {
      const spanMs = minutes * minuteMs;
      // It is drawn again whenever one of its points would move.
      const stepMs = Math.max(1_000, spanMs / linePointsOf(minutes));
      const end = Math.floor(moment / stepMs) * stepMs;
      const found = [...new Set([track.at(end - spanMs), track.at(end)])].filter((piece) => piece !== undefined);
      const overview = this.#overview.at(this.#range.from);
      const pieces = track.at(end) ? found : overview ? [overview] : [];
      if (pieces.length === 0) continue;
      const stored = this.#stored.get(minutes);
      const isSame = stored?.end === end && stored.pieces.length === pieces.length;
      if (isSame && stored.pieces.every((piece, index) => piece === pieces[index]))
        histories.set(minutes, stored.history);
      else {
        const history = pastWindow(pieces, spanMs, end);
        this.#stored.set(minutes, { end, pieces, history });
        histories.set(minutes, history);
      }
    }
    return histories;
  }

  /** Outputs and events as the board had reported them; what nobody knows is not known. */
  controlAt(control: ControlState, moment: number): ControlState {
    const reports = this.#reports;
    const after = reports.findIndex(({ answeredAt }) => (answeredAt ?? 0) > moment);
    const count = after === -1 ? reports.length : after;
    if (this.#control?.of === control && this.#control.count === count) return this.#control.frame;
    const past = reports.slice(0, count);
    const last = (kind: Command['kind'], target: string) =>
      past.findLast((one) => one.kind === kind && one.target === target);
    const reported = (report: Command | undefined) => ({
      wanted: null,
      reportedAt: report?.answeredAt ?? null,
      changedBy: report?.actor ?? null,
    });
    const frame: ControlState = {
      ...control,
      outputs: control.outputs.map((output) => {
        const report = last('output', output.pin);
        return { ...output, ...reported(report), reported: report ? Number(report.value) : null };
      }),
      events: control.events.map((event) => {
        const report = last('event', event.name);
        return { ...event, ...reported(report), reported: report?.value ?? null };
      }),
      commands: past.slice(-maxCommands).reverse(),
    };
    this.#control = { of: control, count, frame };
    return frame;
  }

  /** When it was away within the range, as far as that is known. */
  get offline(): HistoryResponse['offline'] {
    return this.#overview.at(this.#range.from)?.history.offline ?? [];
  }

  /** What its outputs and events became within the range. */
  get switched(): readonly Command[] {
    return this.#reports.filter(({ answeredAt }) => (answeredAt ?? 0) >= this.#range.from);
  }

  get #reports(): readonly Command[] {
    return this.#switched.at(this.#range.from)?.commands ?? [];
  }

  #trackFor(speed: number | null): ReplayTrack {
    const level = this.#values.find(({ upTo }) => (speed ?? 1) <= upTo);
    return (level ?? { track: this.#overview }).track;
  }

  /** The finest that is known of a moment. */
  #pieceAt(moment: number): Piece | undefined {
    for (const { track } of this.#values) {
      const piece = track.at(moment);
      if (piece) return piece;
    }
    return this.#overview.at(this.#range.from);
  }

  #valueAt(piece: Piece | undefined, variable: DeviceVariable, moment: number): PastValue | typeof nothing {
    const past = piece && pastValue(piece, variable.key, moment);
    if (!past) return nothing;
    return typeof variable.value === 'boolean' && typeof past.value === 'number'
      ? { ...past, value: past.value >= 0.5 }
      : past;
  }
}

const nothing = { value: null, at: null };
