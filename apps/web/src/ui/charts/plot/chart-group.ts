import type { TimeSpan } from './series-buffer.ts';

/** Zooming stops at these lengths, ms. */
const shortestViewMs = 5_000;
const longestViewMs = 92 * 86_400_000;

/** A wheel or a pinch has no clear end: it has ended when nothing came for this long. */
const settleMs = 350;

/** New points are drawn at most this often: a faster line cannot be read. */
const pointsMs = 100;

/** New points are drawn a frame after they came, so that the numbers on the page need not wait for the canvases. */
const afterNumbersMs = 25;

/** Where the shared crosshair stands: at an instant, or under a resting pointer (`fraction` of the plot's width). */
export type ChartCursor = { at: number } | { fraction: number };

/** One chart of a group. */
export type ChartMember = {
  readonly inView: boolean;
  draw(): void;
  drawCursor(at: number | null, active: boolean): void;
  /** Colours or sizes of the page changed. */
  restyle(): void;
};

export type ChartGroupOptions = {
  view: TimeSpan;
  /** A gesture ended on this view; null requests the view as it was before zooming. */
  onZoom(view: TimeSpan | null): void;
  /** The newest instant that may be shown, ms since the epoch. */
  now(): number;
  /** Zooming out stops here, ms; 92 days unless given. */
  longestMs?: number;
};

/**
 * Charts that share the time axis, the width of the value axis, the crosshair, and one frame for drawing: each is drawn at most once a
 * frame, and only while it is in view.
 */
export class ChartGroup {
  readonly #options: ChartGroupOptions;
  readonly #members = new Set<ChartMember>();
  readonly #dirty = new Set<ChartMember>();
  readonly #axisWidths = new Map<ChartMember, number>();
  readonly #rightWidths = new Map<ChartMember, number>();
  readonly #axesListeners = new Set<() => void>();
  readonly #viewListeners = new Set<() => void>();
  readonly #pageStyle = new MutationObserver(() => this.#restyle());
  #view: TimeSpan;
  #cursor: ChartCursor | null = null;
  #active: ChartMember | null = null;
  #cursorMoved = false;
  #frame = 0;
  #paintedAt = Number.NEGATIVE_INFINITY;
  #pointsTimer: ReturnType<typeof setTimeout> | undefined;
  #settleTimer: ReturnType<typeof setTimeout> | undefined;
  #held = false;

  constructor(options: ChartGroupOptions) {
    this.#options = options;
    this.#view = options.view;
  }

  get view(): TimeSpan {
    return this.#view;
  }

  /** True while a gesture is changing the view, so that following live must wait. */
  get held(): boolean {
    return this.#held;
  }

  /** Room for value labels, CSS px: what the widest chart needs, so that the times of all charts line up. */
  get axisWidth(): number {
    return Math.max(0, ...this.#axisWidths.values());
  }

  /** Room at the right edge, CSS px: what the widest second axis of the group needs; 0 without any. */
  get rightWidth(): number {
    return Math.max(0, ...this.#rightWidths.values());
  }

  /** Where the crosshair stands, ms since the epoch; null when it is hidden. */
  get cursorAt(): number | null {
    if (!this.#cursor) return null;
    if ('at' in this.#cursor) return this.#cursor.at;
    return this.#view.from + this.#cursor.fraction * (this.#view.to - this.#view.from);
  }

  /** Where the crosshair stands in the view, percent; the right edge when it is hidden. */
  get cursorPercent(): number {
    const place = ((this.cursorAt ?? this.#view.to) - this.#view.from) / (this.#view.to - this.#view.from);
    return Math.round(100 * Math.min(1, Math.max(0, place)));
  }

  /** Shows another span at once. */
  setView(next: TimeSpan): void {
    if (this.#changeView(next)) this.drawAll();
  }

  /** Moves the view on with the newest points, and draws it together with them. */
  follow(next: TimeSpan): void {
    if (this.#changeView(next)) for (const member of this.#members) this.requestPoints(member);
  }

  /** Calls back after every change of the view; returns how to stop. */
  onView(listener: () => void): () => void {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  }

  drawAll(): void {
    for (const member of this.#members) this.#dirty.add(member);
    this.#requestFrame();
  }

  /** Draws a chart in the next frame, or as soon as it comes into view. */
  request(member: ChartMember): void {
    this.#dirty.add(member);
    if (member.inView) this.#requestFrame();
  }

  /** Draws a chart that got new points, in one go with others that get some soon. */
  requestPoints(member: ChartMember): void {
    this.#dirty.add(member);
    if (!member.inView || this.#frame || this.#pointsTimer) return;
    const free = this.#paintedAt + pointsMs - performance.now();
    this.#pointsTimer = setTimeout(() => this.#requestFrame(), Math.max(afterNumbersMs, free));
  }

  reserveAxis(member: ChartMember, width: number): void {
    const before = this.axisWidth;
    this.#axisWidths.set(member, width);
    if (this.axisWidth !== before) this.#axesMoved();
  }

  /** As `reserveAxis`, for the right edge; 0 for a chart without a second axis. */
  reserveRight(member: ChartMember, width: number): void {
    const before = this.rightWidth;
    this.#rightWidths.set(member, width);
    if (this.rightWidth !== before) this.#axesMoved();
  }

  /** Calls back when the edges of the plots moved; returns how to stop. */
  onAxes(listener: () => void): () => void {
    this.#axesListeners.add(listener);
    return () => this.#axesListeners.delete(listener);
  }

  setCursor(cursor: ChartCursor | null, member: ChartMember | null): void {
    this.#cursor = cursor;
    // The chart that the crosshair leaves still hears that.
    if (cursor) this.#active = member;
    this.#cursorMoved = true;
    this.#requestFrame();
  }

  /** Keeps the view still until `zoom`, `resetZoom` or `release`. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
  }

  /** Shows a view that a gesture made; `settled` means that the gesture is over, else it is over when it rests. */
  zoom(wanted: TimeSpan, settled: boolean): void {
    clearTimeout(this.#settleTimer);
    this.#held = true;
    this.setView(clampView(wanted, this.#options.now(), this.#options.longestMs));
    const settle = () => {
      this.#held = false;
      this.#options.onZoom(this.#view);
    };
    if (settled) settle();
    else this.#settleTimer = setTimeout(settle, settleMs);
  }

  resetZoom(): void {
    clearTimeout(this.#settleTimer);
    this.#held = false;
    this.#options.onZoom(null);
  }

  /** Adds a chart; returns the function that takes it away. */
  join(member: ChartMember): () => void {
    if (this.#members.size === 0) {
      this.#pageStyle.observe(document.documentElement, { attributeFilter: ['data-theme', 'class', 'style'] });
    }
    this.#members.add(member);
    return () => {
      this.#members.delete(member);
      this.#dirty.delete(member);
      this.#axisWidths.delete(member);
      this.#rightWidths.delete(member);
      if (this.#active === member) this.setCursor(null, null);
      if (this.#members.size > 0) return;
      this.#pageStyle.disconnect();
      clearTimeout(this.#pointsTimer);
      this.#pointsTimer = undefined;
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
    };
  }

  #axesMoved() {
    this.drawAll();
    for (const listener of this.#axesListeners) listener();
  }

  #changeView(next: TimeSpan): boolean {
    if (next.from === this.#view.from && next.to === this.#view.to) return false;
    this.#view = next;
    for (const listener of this.#viewListeners) listener();
    return true;
  }

  #restyle() {
    for (const member of this.#members) member.restyle();
    this.drawAll();
  }

  #requestFrame() {
    clearTimeout(this.#pointsTimer);
    this.#pointsTimer = undefined;
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint() {
    if (this.#dirty.size > 0) this.#paintedAt = performance.now();
    for (const member of this.#dirty) {
      if (!member.inView) continue;
      this.#dirty.delete(member);
      member.draw();
      this.#cursorMoved = true;
    }
    // The plots finish their layout in a microtask, and the crosshair is placed by it.
    if (this.#cursorMoved) queueMicrotask(() => this.#paintCursor());
  }

  #paintCursor() {
    this.#cursorMoved = false;
    for (const member of this.#members) {
      if (member.inView) member.drawCursor(this.cursorAt, member === this.#active);
    }
  }
}

/** Keeps a view within what can be shown: not in the future, and neither shorter nor longer than makes sense. */
export function clampView({ from, to }: TimeSpan, now: number, longestMs = longestViewMs): TimeSpan {
  const length = Math.min(longestMs, Math.max(shortestViewMs, to - from));
  const end = Math.round(Math.min(now, (from + to + length) / 2));
  return { from: Math.round(end - length), to: end };
}
