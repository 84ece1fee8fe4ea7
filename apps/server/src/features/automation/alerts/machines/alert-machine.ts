import type { AlertReport } from '@cyno/contract';
import type { Calm, Detector, Verdict } from './detector.ts';

const hourMs = 3_600_000;
/** What becomes active so often within an hour stays active until it has been calm for a while. */
const activationsPerHour = 5;
const calmMs = 10 * 60_000;
const flapping = { code: 'flapping', times: activationsPerHour, minutes: calmMs / 60_000 } as const;

/** What outlives a restart. `startedAt`: since when its condition holds, ms since the epoch; null when it does not. */
export interface AlertProgress {
  readonly state: 'normal' | 'pending' | 'active';
  readonly startedAt: number | null;
}

/** A step that is due. `value`: the number that led to it; null where there is none. */
export interface AlertMove {
  readonly to: 'active' | 'cleared';
  readonly at: number;
  readonly startedAt: number;
  readonly report: AlertReport;
  readonly value: number | null;
}

/** For how long the condition has to hold before it is active, and to be gone before it is cleared. */
interface AlertTiming {
  readonly forMs: number;
  readonly clearMs: number;
}

/**
 * The life of one rule's alert on one device, without a clock: it gets values, returns what is due at an instant, and is notified when
 * that was done. So the same steps follow from boards' messages and from stored history.
 */
export class AlertMachine {
  readonly detector: Detector;
  readonly #timing: AlertTiming;
  #progress: AlertProgress;
  #goneSince: number | null = null;
  /** The next value may matter, whatever it is: the last judgement lacked something, or is on its way to a step. */
  #isUnsettled = true;
  /** When it became active in the last hour. */
  #activations: number[];

  constructor(detector: Detector, timing: AlertTiming, known: AlertProgress & { activations: readonly number[] }) {
    this.detector = detector;
    this.#timing = timing;
    this.#progress = { state: known.state, startedAt: known.startedAt };
    this.#activations = [...known.activations];
  }

  get progress(): AlertProgress {
    return this.#progress;
  }

  /** Takes a value; true when something may be due. */
  observe(value: number | null, at: number): boolean {
    return this.detector.observe(value, at) || this.#isUnsettled;
  }

  /** Within what nothing may become due, as that of its detector; null: with each value. */
  calm(): Calm | null {
    return this.#isUnsettled ? null : (this.detector.calm?.() ?? null);
  }

  /** The step that is due, to be requested again after it was taken; null: none. */
  decide(now: number): AlertMove | null {
    const verdict = this.detector.judge(now);
    const move = this.#progress.state === 'active' ? this.#clear(verdict, now) : this.#activate(verdict, now);
    const lacksValue = verdict.state === 'unknown' && !verdict.isWaiting;
    this.#isUnsettled = lacksValue || this.#goneSince !== null || this.#progress.state === 'pending';
    return move;
  }

  /** A step was done. */
  take({ to, at, startedAt }: AlertMove): void {
    this.#goneSince = null;
    if (to === 'cleared') this.#end();
    else {
      this.#progress = { state: 'active', startedAt };
      this.#activations.push(at);
    }
  }

  /** Continues from what is stored. */
  adopt(progress: AlertProgress): void {
    this.#progress = progress;
    this.#goneSince = null;
  }

  /** When something may be due without a further value; null: never. */
  wakeAt(now: number): number | null {
    const { state, startedAt } = this.#progress;
    const instants = [this.detector.wakeAt(now)];
    if (state === 'pending' && startedAt !== null) instants.push(startedAt + this.#timing.forMs);
    if (this.#goneSince !== null) instants.push(this.#goneSince + this.#clearMs(now));
    const coming = instants.filter((at): at is number => at !== null && at > now);
    return coming.length > 0 ? Math.min(...coming) : null;
  }

  /** The clock was set on or back by so much, or the machine slept: what has lasted continues from there. */
  moveClock(ms: number, now: number): void {
    const { state, startedAt } = this.#progress;
    if (state === 'pending' && startedAt !== null) this.#progress = { state, startedAt: startedAt + ms };
    if (this.#goneSince !== null) this.#goneSince += ms;
    this.#activations = this.#activations.map((at) => at + ms);
    this.detector.moveClock(ms, now);
  }

  #end(): void {
    this.#progress = { state: 'normal', startedAt: null };
    this.detector.ended?.();
  }

  #activate(verdict: Verdict, now: number): AlertMove | null {
    if (verdict.state === 'gone' || (verdict.state === 'unknown' && verdict.isLost)) {
      if (this.#progress.state === 'pending') this.#end();
    }
    if (verdict.state !== 'holds') return null;
    const startedAt = this.#progress.startedAt ?? now;
    this.#progress = { state: 'pending', startedAt };
    if (now < startedAt + this.#timing.forMs) return null;
    this.#activations = this.#activations.filter((at) => now - at < hourMs);
    const isFlapping = this.#activations.length + 1 >= activationsPerHour;
    return {
      to: 'active',
      at: now,
      startedAt,
      value: verdict.value,
      report: isFlapping ? [...verdict.report(), flapping] : verdict.report(),
    };
  }

  #clear(verdict: Verdict, now: number): AlertMove | null {
    if (verdict.state === 'holds') this.#goneSince = null;
    if (verdict.state !== 'gone') return null;
    this.#goneSince ??= now;
    if (now < this.#goneSince + this.#clearMs(now)) return null;
    const startedAt = this.#progress.startedAt ?? now;
    return { to: 'cleared', at: now, startedAt, value: null, report: verdict.report() };
  }

  #clearMs(now: number): number {
    const recent = this.#activations.filter((at) => now - at < hourMs).length;
    return recent >= activationsPerHour ? Math.max(this.#timing.clearMs, calmMs) : this.#timing.clearMs;
  }
}
