import type { RunFact } from '@cyno/contract';
import type { Verdict } from './verdict.ts';

/** What a condition is judged by, and called. */
export interface RuleSurroundings {
  readonly zone: string;
  /** When it began to be followed, ms since the epoch; it moves with a clock that is set back. */
  startedAt: number;
  /** When the automation was written: what an alert did before is over. */
  readonly writtenAt: number;
  /** What people call a variable. */
  names(variable: Variable): VariableNames;
  /** What people call a device. */
  device(espid: string): string;
}

export interface Variable {
  readonly espid: string;
  readonly key: string;
}

/** `device` null: that of the automation. `unit` is empty when there is none. */
export interface VariableNames {
  readonly label: string;
  readonly device: string | null;
  readonly unit: string;
}

/**
 * Something that made a condition hold: the fact (null: that of another one stands for it), its device and value for messages, and what they
 * link to. `key` null: it is about the device itself. `since`: when it began, ms since the epoch; undefined: when the condition began to hold.
 */
export interface Fulfilment {
  readonly fact: RunFact | null;
  readonly espid: string;
  readonly key: string | null;
  readonly since?: number;
  readonly device: string;
  readonly value: string;
}

/** A condition that is followed. `isActive`: its rule has fired. */
export interface Watch {
  judge(now: number, isActive: boolean): Verdict;
  /** Why it holds. */
  fulfilments(now: number, isActive: boolean): Fulfilment[];
  /** Instants at which that may change without anything new; such that are over may be among them. */
  changesAt(isActive: boolean): (number | undefined)[];
}
