import { type ClockJump, serverProblemSentences } from '@cyno/contract';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log/index.ts';
import type { Problem } from './problem.ts';

const everyMs = 5_000;
/** Less is what NTP corrects, or a busy machine. */
const leastJumpMs = 5_000;
/** For so long it is mentioned that the clock was set. */
const mentionedMs = 24 * 3_600_000;
const maxJumps = 20;

interface Jump extends ClockJump {
  /** By the clock that nobody sets. */
  readonly noticedAt: number;
}

interface ClockWatchOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds of a clock that nobody can set. */
  readonly monotonic?: () => number;
}

/** Notices that the clock of the machine was set, by comparing it with one that only runs forward. */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  readonly #jumps: Jump[] = [];
  #last: { wall: number; steady: number };
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#last = this.#read();
  }

  start(): void {
    this.#last = this.#read();
    this.#timer = setInterval(() => this.check(), everyMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Compares the clocks since the last time. */
  check(): void {
    const now = this.#read();
    const byMs = now.wall - this.#last.wall - (now.steady - this.#last.steady);
    this.#last = now;
    if (Math.abs(byMs) < leastJumpMs) return;
    this.#jumps.unshift({ at: now.wall, byMs: Math.round(byMs), noticedAt: now.steady });
    this.#jumps.length = Math.min(this.#jumps.length, maxJumps);
    const values = { ms: Math.abs(byMs) };
    const reason = byMs > 0 ? 'clock_ahead' : 'clock_back';
    this.#options.log.warn({ byMs: Math.round(byMs) }, serverProblemSentences({ reason, values }));
  }

  /** Those of the last day, newest first. */
  get jumps(): ClockJump[] {
    const since = this.#read().steady - mentionedMs;
    return this.#jumps.filter((jump) => jump.noticedAt > since).map(({ at, byMs }) => ({ at, byMs }));
  }

  problems(): Problem[] {
    const [newest] = this.jumps;
    if (!newest) return [];
    const { byMs, at } = newest;
    const reason = byMs > 0 ? 'clock_ahead' : 'clock_back';
    const values = { ms: Math.abs(byMs) };
    return [{ part: 'clock', severity: 'warning', reason, values, topic: 'clock_jump', isEvent: true, since: at }];
  }

  #read(): { wall: number; steady: number } {
    return { wall: this.#options.clock.now(), steady: (this.#options.monotonic ?? (() => performance.now()))() };
  }
}
