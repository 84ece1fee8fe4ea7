import type { AlertReport } from '@cyno/contract';
import type { Detector, Verdict } from './detector.ts';

const lastsMs = 24 * 3_600_000;
const dayOver: AlertReport = [{ code: 'day_over' }];

interface Outcome {
  readonly what: string;
  readonly at: number;
  readonly report: AlertReport;
}

/** What is known from before a restart; `what` null: nobody knows what failed, so any success ends it. */
export interface KnownFailure {
  readonly what: string | null;
  readonly at: number;
}

/** Something failed, until each that did succeeds or a day is over. */
export class FailureDetector implements Detector {
  /** The newest is the last. */
  readonly #failures = new Map<string | null, Pick<Outcome, 'at' | 'report'>>();
  #endReport = dayOver;

  constructor(known: readonly KnownFailure[]) {
    for (const { what, at } of known) this.#failures.set(what, { at, report: [] });
  }

  observe(): boolean {
    return false;
  }

  /** `what` failed; a success of the same ends it. */
  fail({ what, at, report }: Outcome): void {
    if (this.#isOutdated(what, at)) return;
    this.#failures.delete(what);
    this.#failures.set(what, { at, report });
    this.#endReport = dayOver;
  }

  succeed({ what, at, report }: Outcome): void {
    const ended = [what, null].map((one) => !this.#isOutdated(one, at) && this.#failures.delete(one));
    if (ended.includes(true) && !this.#newest(at)) this.#endReport = report;
  }

  judge(now: number): Verdict {
    const failure = this.#newest(now);
    if (failure) return { state: 'holds', value: null, report: () => failure.report };
    return { state: 'gone', report: () => this.#endReport };
  }

  wakeAt(now: number): number | null {
    const failure = this.#newest(now);
    return failure ? failure.at + lastsMs : null;
  }

  moveClock(ms: number): void {
    for (const [what, failure] of this.#failures) this.#failures.set(what, { ...failure, at: failure.at + ms });
  }

  #newest(now: number) {
    return [...this.#failures.values()].findLast(({ at }) => now < at + lastsMs);
  }

  #isOutdated(what: string | null, at: number): boolean {
    return at < (this.#failures.get(what)?.at ?? at);
  }
}
