import type { AlertStatement } from '@cyno/contract';
import { type Detector, unknown, type Verdict } from './detector.ts';

/** So many usual intervals without a message are no accident. */
const intervals = 3;
const shortestMs = 2 * 60_000;
/** Of a device whose usual interval is not known yet. */
const unlearnedMs = 3 * 3_600_000;

/** While it is connected a board that sends only when something happens may be silent for so long. */
const irregularMs = 24 * 3_600_000;

/** How often a device usually sends, ms; `isRegular`: most of its gaps are about as long. */
export interface UsualInterval {
  readonly ms: number;
  readonly isRegular: boolean;
}

/**
 * A device that sent nothing for a given time, or for much longer than it usually does. How long that is gets requested by `needsUsual`
 * only when a device has been silent for a while, so that it costs nothing as long as all is well.
 */
export class SilenceDetector implements Detector {
  readonly #seconds: number | null;
  /** Silence counts from here at the earliest: the server, or the machine that it runs on, was away before. */
  #listeningSince: number;
  #heardAt: number | null = null;
  #silentMs: number | null = null;
  #usual: UsualInterval | null = null;
  #isConnected = false;
  /** Since when the connection that it trusted is gone; null: it trusted none. */
  #awaySince: number | null = null;
  /** For which silence the usual interval was learned. */
  #learnedFor: number | null = null;
  needsUsual = false;

  /** `seconds` null: learned. */
  constructor(seconds: number | null, listeningSince: number) {
    this.#seconds = seconds;
    this.#listeningSince = listeningSince;
  }

  observe(_value: number | null, at: number): boolean {
    if (this.#heardAt !== null && at <= this.#heardAt) return false;
    if (this.#heardAt !== null) this.#silentMs = at - this.#heardAt;
    this.#heardAt = at;
    return true;
  }

  /** Takes the usual time between two messages before this silence; null: too few are known. */
  learn(usual: UsualInterval | null, isConnected: boolean): void {
    this.#usual = usual;
    this.#isConnected = isConnected;
    this.#learnedFor = this.#heardAt;
    this.needsUsual = false;
  }

  /** Its connection is lost: unless it connects again within the shortest silence, the usual interval is to be learned again. */
  disconnected(now: number): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#learnedFor = null;
    this.#awaySince = now;
  }

  judge(now: number): Verdict {
    const heardAt = this.#heardAt;
    if (heardAt === null) return unknown;
    if (now < heardAt + this.#allowedMs)
      return { state: 'gone', report: () => [{ code: 'sends_again', ms: this.#silentMs }] };
    if (now < this.#dueAt(heardAt)) return unknown;
    this.needsUsual = this.#seconds === null && this.#learnedFor !== heardAt;
    if (this.needsUsual) return unknown;
    return { state: 'holds', value: null, report: () => [this.#silent(now - heardAt)] };
  }

  wakeAt(): number | null {
    return this.#heardAt === null ? null : this.#dueAt(this.#heardAt);
  }

  moveClock(ms: number, now: number): void {
    this.#listeningSince = now;
    if (ms < 0 && this.#heardAt !== null && this.#heardAt > now) this.#heardAt = now;
    if (this.#awaySince !== null) this.#awaySince = Math.min(this.#awaySince, now);
  }

  get #allowedMs(): number {
    if (this.#seconds !== null) return this.#seconds * 1_000;
    if (this.#learnedFor === null) return shortestMs;
    if (this.#usual === null) return unlearnedMs;
    const { ms, isRegular } = this.#usual;
    return Math.max(intervals * ms, isRegular || !this.#isConnected ? shortestMs : irregularMs);
  }

  #dueAt(heardAt: number): number {
    const dueAt = Math.max(heardAt, this.#listeningSince) + this.#allowedMs;
    return this.#awaySince === null ? dueAt : Math.max(dueAt, this.#awaySince + shortestMs);
  }

  #silent(ms: number): AlertStatement {
    const isLearned = this.#seconds === null && this.#usual?.isRegular;
    return { code: 'silent', ms, usualMs: isLearned ? (this.#usual?.ms ?? null) : null };
  }
}
