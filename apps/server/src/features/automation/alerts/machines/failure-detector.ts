import type { AlertReport } from '@cyno/contract';
import type { Detector, Verdict } from './detector.ts';

const lastsMs = 24 * 3_600_000;
const dayOver: AlertReport = [{ code: 'day_over' }];

interface Outcome {
  readonly what: string;
  readonly at: number;
  readonly report: AlertReport;
}

/** Something failed, until the same succeeds or a day is over. */
export class FailureDetector implements Detector {
  #failure: { readonly at: number; readonly what: string | null; readonly report: AlertReport } | null;
  #endReport = dayOver;

  /** `failedAt`: of one that is known from before a restart. */
  constructor(failedAt: number | null) {
    this.#failure = failedAt === null ? null : { at: failedAt, what: null, report: [] };
  }

  observe(): boolean {
    return false;
  }

  /** `what` failed; a success of the same ends it. */
  fail({ what, at, report }: Outcome): void {
    if (this.#failure !== null && at < this.#failure.at) return;
    this.#failure = { at, what, report };
    this.#endReport = dayOver;
  }

  succeed({ what, at, report }: Outcome): void {
    const failure = this.#failure;
    if (failure === null || at < failure.at || (failure.what !== null && failure.what !== what)) return;
    this.#failure = null;
    this.#endReport = report;
  }

  judge(now: number): Verdict {
    const failure = this.#failure;
    if (failure !== null && now < failure.at + lastsMs)
      return { state: 'holds', value: null, report: () => failure.report };
    return { state: 'gone', report: () => this.#endReport };
  }

  wakeAt(): number | null {
    return this.#failure && this.#failure.at + lastsMs;
  }

  moveClock(ms: number): void {
    if (this.#failure) this.#failure = { ...this.#failure, at: this.#failure.at + ms };
  }
}
