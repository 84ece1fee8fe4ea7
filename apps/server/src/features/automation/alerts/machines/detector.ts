import type { AlertReport } from '@cyno/contract';

/**
 * Whether what a rule is about is so at an instant. `unknown`: too little is known; `isLost`: and it will not be soon; `isWaiting`: and it
 * stays so until `observe` returns true, not with just any value.
 */
export type Verdict =
  | { readonly state: 'holds'; readonly value: number | null; report(): AlertReport }
  | { readonly state: 'gone'; report(): AlertReport }
  | { readonly state: 'unknown'; readonly isLost: boolean; readonly isWaiting?: boolean };

/** Strictly between `low` and `high`, and before `until`, ms since the epoch. */
export interface Calm {
  readonly low: number;
  readonly high: number;
  readonly until: number;
}

/** Values that came while all was calm, in the order of time: the newest one and its instant, and what all of them were. */
export interface CalmValues {
  readonly at: number;
  readonly value: number;
  readonly count: number;
  readonly sum: number;
  readonly lowest: number;
  readonly highest: number;
}

export const anyValue = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY } as const;

/** What a rule watches of one device, without a clock: it gets values, and judges them at an instant. */
export interface Detector {
  /** Of how long before now it needs the values to judge, ms; without: of the newest alone. */
  readonly windowMs?: number;
  /**
   * Takes a value that is at most as new as the clock; one that is older than what is known is left out. Null: a text. Returns whether
   * its judgement may be another one now.
   */
  observe(value: number | null, at: number): boolean;
  /**
   * Within which values, and until when, nothing that comes changes its judgement; null: each value may. What came meanwhile is given to
   * `catchUp` before anything else is called. Without it each value is given.
   */
  calm?(): Calm | null;
  catchUp?(values: CalmValues): void;
  judge(now: number): Verdict;
  /** What held has ended: from now on it has to begin again. */
  ended?(): void;
  /** When its judgement may change without a further value; null: never. */
  wakeAt(now: number): number | null;
  /** The clock was set on or back by so much, or the machine slept; what lasted continues to last for as long as before. */
  moveClock(ms: number, now: number): void;
}

/** What people call what is watched, and its unit; empty when it has none. */
export interface DetectorNames {
  label(): string;
  unit(): string;
}

export const unknown: Verdict = { state: 'unknown', isLost: false };
export const waiting: Verdict = { state: 'unknown', isLost: false, isWaiting: true };

export const namesOf = (names: DetectorNames): { label: string; unit: string } => ({
  label: names.label(),
  unit: names.unit(),
});

/** On which side of a limit a value has passed it. */
export const sideOf = (comparison: '>' | '<'): 'above' | 'below' => (comparison === '>' ? 'above' : 'below');
