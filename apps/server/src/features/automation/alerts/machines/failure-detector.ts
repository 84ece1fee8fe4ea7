import type { Detector, Verdict } from './detector.ts';

const lastsMs = 24 * 3_600_000;
const dayOver = 'A day has passed since.';

/** Something failed, until the same succeeds or a day is over. */
export class FailureDetector implements Detector {
  #failure: { readonly at: number; readonly what: string | null; readonly text: string } | null;
  #endText = dayOver;

  /** `failedAt`: of one that is known from before a restart. */
  constructor(failedAt: number | null) {
    this.#failure = failedAt === null ? null : { at: failedAt, what: null, text: '' };
  }

  observe(): boolean {
    return false;
  }

  /** `what` failed; a success of the same ends it. */
  fail({ what, at, text }: { what: string; at: number; text: string }): void {
    if (this.#failure !== null && at < this.#failure.at) return;
    this.#failure = { at, what, text };
    this.#endText = dayOver;
  }

  succeed({ what, at, text }: { what: string; at: number; text: string }): void {
    const failure = this.#failure;
    if (failure === null || at < failure.at || (failure.what !== null && failure.what !== what)) return;
    this.#failure = null;
    this.#endText = text;
  }

  judge(now: number): Verdict {
    const failure = this.#failure;
    if (failure !== null && now < failure.at + lastsMs)
      return { state: 'holds', value: null, text: () => failure.text };
    return { state: 'gone', text: () => this.#endText };
  }

  wakeAt(): number | null {
    return this.#failure && this.#failure.at + lastsMs;
  }

  moveClock(ms: number): void {
    if (this.#failure) this.#failure = { ...this.#failure, at: this.#failure.at + ms };
  }
}
