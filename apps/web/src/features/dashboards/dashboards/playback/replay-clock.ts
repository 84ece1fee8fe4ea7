import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';

/** How many times faster than it was a replay may go. */
export const speeds = [1, 2, 5, 10, 30, 60, 120, 300, 600] as const;
type Speed = (typeof speeds)[number];

/**
 * Widgets are drawn in so many turns, one a frame: each changes six times a second, as fast as eyes read, and no frame draws them all.
 */
export const turns = 10;

/** What a turn shows; a new object whenever its moment or what is known of it has changed. */
export type Frame = { readonly moment: number; readonly version: number };

type ClockOptions = {
  moment: number;
  range: TimeSpan;
  /** False while what is needed for a moment is on its way. */
  isReady(moment: number): boolean;
};

/** The moment that a replay shows, and how it continues. Moments in ms since the epoch. */
export class ReplayClock {
  readonly range: TimeSpan;
  readonly #isReady: ClockOptions['isReady'];
  readonly #listeners = new Set<() => void>();
  #moment: number;
  #version = 0;
  #speed: Speed = 1;
  #isPlaying = false;
  #isWaiting = false;
  #turn = 0;
  #settling = 0;
  #frames: Frame[];
  #frame: number | null = null;
  #last: number | null = null;

  constructor({ moment, range, isReady }: ClockOptions) {
    this.range = range;
    this.#isReady = isReady;
    this.#moment = this.#within(moment);
    this.#frames = Array.from({ length: turns }, () => ({ moment: this.#moment, version: 0 }));
  }

  get moment(): number {
    return this.#moment;
  }
  get speed(): Speed {
    return this.#speed;
  }
  get isPlaying(): boolean {
    return this.#isPlaying;
  }
  /** It plays, and waits for what it is to show next. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** What the widgets of a turn show. */
  frameAt(turn: number): Frame {
    return this.#frames[turn % turns] ?? { moment: this.#moment, version: this.#version };
  }

  /** Calls back in each frame in which something changed; returns how to stop. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  seek(moment: number): void {
    this.#moment = this.#within(moment);
    this.#settle();
  }

  /** More is known than before: what is shown is to be drawn again. */
  touch(): void {
    this.#version += 1;
    this.#settle();
  }

  play(): void {
    // At its end it begins again.
    if (this.#moment >= this.range.to) this.#moment = this.range.from;
    this.#isPlaying = true;
    this.#last = null;
    this.#settle();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#isWaiting = false;
    this.#settle();
  }

  setSpeed(speed: Speed): void {
    this.#speed = speed;
    this.#settle();
  }

  /** Ends it for good. */
  stop(): void {
    this.#isPlaying = false;
    this.#settling = 0;
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
  }

  #within(moment: number): number {
    return Math.min(this.range.to, Math.max(this.range.from, moment));
  }

  #settle(): void {
    this.#settling = turns;
    this.#frame ??= requestAnimationFrame(this.#tick);
  }

  readonly #tick = (now: number): void => {
    this.#frame = null;
    if (this.#isPlaying) this.#advance(now);
    this.#turn = (this.#turn + 1) % turns;
    const before = this.#frames[this.#turn];
    if (before?.moment !== this.#moment || before.version !== this.#version) {
      this.#frames[this.#turn] = { moment: this.#moment, version: this.#version };
    }
    this.#settling -= 1;
    for (const listener of this.#listeners) listener();
    if (this.#isPlaying || this.#settling > 0) this.#frame ??= requestAnimationFrame(this.#tick);
  };

  #advance(now: number): void {
    // A tab that was hidden continues from where it was.
    const passedMs = Math.min(longestFrameMs, now - (this.#last ?? now));
    this.#last = now;
    const next = this.#within(this.#moment + passedMs * this.#speed);
    this.#isWaiting = !this.#isReady(next);
    if (this.#isWaiting) return;
    this.#moment = next;
    if (next >= this.range.to) this.pause();
  }
}

const longestFrameMs = 250;
