import { type AlertDryRun, type AlertReport, alertText } from '@cyno/contract';
import type { AlertMachine } from '../machines/alert-machine.ts';
import { FailureDetector } from '../machines/failure-detector.ts';
import { SilenceDetector, type UsualInterval } from '../machines/silence-detector.ts';

const maxAlerts = 500;
const nightFrom = 22;
const nightTo = 6;

interface ReplayOptions {
  readonly machine: AlertMachine;
  readonly to: number;
  readonly zone: string;
  /** The usual time between messages; null: too few are known. */
  readonly usual: UsualInterval | null;
  readonly isConnected: boolean;
}

/** A rule that gets what is stored, and wakes in between as it would have. */
export class Replay {
  readonly alerts: AlertDryRun['alerts'] = [];
  count = 0;
  atNight = 0;
  readonly #options: ReplayOptions;
  readonly #hourOf: Intl.DateTimeFormat;
  #wakeAt: number | null = null;

  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#hourOf = new Intl.DateTimeFormat('en', { timeZone: options.zone, hour: 'numeric', hourCycle: 'h23' });
  }

  take(at: number, value: number | null): void {
    this.#until(at);
    if (this.#options.machine.observe(value, at)) this.#evaluate(at);
  }

  outcome(at: number, { failed, what, report }: { failed: boolean; what: string; report: AlertReport }): void {
    this.#until(at);
    const { detector } = this.#options.machine;
    if (!(detector instanceof FailureDetector)) return;
    if (failed) detector.fail({ what, at, report });
    else detector.succeed({ what, at, report });
    this.#evaluate(at);
  }

  end(): void {
    this.#until(this.#options.to);
  }

  #until(at: number): void {
    while (this.#wakeAt !== null && this.#wakeAt < at) this.#evaluate(this.#wakeAt);
  }

  #evaluate(at: number): void {
    const { machine, usual, isConnected } = this.#options;
    for (;;) {
      const move = machine.decide(at);
      const { detector } = machine;
      if (move === null && detector instanceof SilenceDetector && detector.needsUsual) {
        detector.learn(usual, isConnected);
        continue;
      }
      if (move === null) break;
      machine.take(move);
      if (move.to === 'active') this.#activated(at, move.report);
      else this.#cleared(at);
    }
    this.#wakeAt = machine.wakeAt(at);
  }

  #activated(at: number, report: AlertReport): void {
    this.count += 1;
    const hour = Number(this.#hourOf.format(at));
    if (hour >= nightFrom || hour < nightTo) this.atNight += 1;
    if (this.alerts.length >= maxAlerts) return;
    this.alerts.push({ activeAt: at, clearedAt: null, text: alertText(report, 'en'), report });
  }

  #cleared(at: number): void {
    const last = this.alerts.at(-1);
    if (last && this.count <= maxAlerts) last.clearedAt = at;
  }
}
