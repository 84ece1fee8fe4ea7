import type { AlertCondition } from '@cyno/contract';
import { AlertMachine, type AlertProgress } from './alert-machine.ts';
import { ChangeDetector } from './change-detector.ts';
import type { Detector, DetectorNames } from './detector.ts';
import { FailureDetector, type KnownFailure } from './failure-detector.ts';
import { ForecastDetector } from './forecast-detector.ts';
import { LimitDetector } from './limit-detector.ts';
import { SilenceDetector } from './silence-detector.ts';
import { StuckDetector } from './stuck-detector.ts';
import { UnusualDetector } from './unusual-detector.ts';

/** How far above its limit a signal has to be again: it is never steady, dB. */
const signalReleaseDb = 3;

/** What a machine continues from. */
interface Known extends AlertProgress {
  /** When the alert became active in the last hour. */
  readonly activations: readonly number[];
  /** What failed and has not succeeded since. */
  readonly failures: readonly KnownFailure[];
}

export const unknownBefore: Known = { state: 'normal', startedAt: null, activations: [], failures: [] };

/** The machine of a rule on one device; `now`: when it begins to be followed. */
export function createMachine(
  condition: AlertCondition,
  { names, now, known }: { readonly names: DetectorNames; readonly now: number; readonly known: Known },
): AlertMachine {
  const timing = {
    forMs: 'forSeconds' in condition ? condition.forSeconds * 1_000 : 0,
    clearMs: condition.kind === 'limit' ? condition.clearSeconds * 1_000 : 0,
  };
  return new AlertMachine(createDetector(condition, { names, now, known }), timing, known);
}

function createDetector(
  condition: AlertCondition,
  { names, now, known }: { readonly names: DetectorNames; readonly now: number; readonly known: Known },
): Detector {
  const held = known.state !== 'normal';
  switch (condition.kind) {
    case 'limit':
      return new LimitDetector(condition, { names, startedAt: now, held, isLasting: false });
    case 'signal': {
      const { threshold, forSeconds } = condition;
      const limit = { comparison: '<', threshold, release: threshold + signalReleaseDb, forSeconds } as const;
      const signal = { label: () => 'Its Wi-Fi signal', unit: () => 'dBm' };
      return new LimitDetector(limit, { names: signal, startedAt: now, held, isLasting: true });
    }
    case 'change':
      return new ChangeDetector(condition, names);
    case 'stuck':
      return new StuckDetector(condition, names);
    case 'forecast':
      return new ForecastDetector(condition, names, held);
    case 'unusual':
      return new UnusualDetector(condition, names, held);
    case 'silent':
      return new SilenceDetector(condition.seconds, now);
    case 'command-failed':
    case 'update-failed':
      if (known.startedAt === null || known.failures.length > 0) return new FailureDetector(known.failures);
      return new FailureDetector([{ what: null, at: known.startedAt }]);
  }
}
