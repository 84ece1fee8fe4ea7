import {
  type AutomationDefinition,
  type AutomationStep,
  type DryRunStep,
  maxQueuedStarts,
  type RunReport,
  type RunStatement,
  runText,
  stepsOf,
  type ValueCondition,
} from '@cyno/contract';
import { plannedSteps } from '../runs/index.ts';
import { followedBy, type Reading } from './reading.ts';
import type { Variable, VariableNames } from './watches/watch.ts';
import { whyNot } from './why-not.ts';

interface Names {
  names(variable: Variable): VariableNames;
}

interface Pending {
  readonly at: number;
  readonly step: AutomationStep;
  /** Where it is listed when it is its turn. */
  readonly done: DryRunStep[];
}

/** The conditions of "only if" steps. */
export const stepConditions = (definition: AutomationDefinition): ValueCondition[] =>
  stepsOf(definition).flatMap((step) => (step.kind === 'if' ? [step.condition] : []));

/** The steps of an automation in a dry run: what follows on each start, and what becomes of a start meanwhile. */
export class ReplayedSteps {
  readonly #definition: AutomationDefinition;
  readonly #names: Names;
  readonly #readings = new Map<string, Reading>();
  #pending: Pending[] = [];
  /** Why each start that waits would have happened. */
  #queue: RunReport[] = [];

  constructor(definition: AutomationDefinition, names: Names) {
    this.#definition = definition;
    this.#names = names;
  }

  /** When the next one is due; null: none is. */
  get nextAt(): number | null {
    return this.#pending[0]?.at ?? null;
  }

  /** Takes a value of a variable that a step looks at. */
  observe({ espid, key }: Variable, value: number | null, at: number): void {
    const id = `${espid} ${key}`;
    this.#readings.set(id, followedBy(this.#readings.get(id), value, at));
  }

  /** Whether a start is done at once; else it waits for its turn or is left out. */
  place(why: RunReport): boolean {
    const { whileRunning = 'restart' } = this.#definition;
    if (whileRunning === 'restart' || this.#pending.length === 0) return true;
    if (whileRunning === 'queue' && this.#queue.length < maxQueuedStarts) this.#queue.push(why);
    return false;
  }

  /** What follows on a start or on the end of the conditions, in the place of what still waits; listed in `done`. */
  begin(phase: 'start' | 'back', at: number, done: DryRunStep[]): void {
    if (phase === 'back') this.#queue = [];
    const rows = plannedSteps(this.#definition, { automationId: 0, phase, at, why: [] });
    this.#pending = rows.flatMap(({ dueAt, action }) => (action ? [{ at: dueAt, step: action, done }] : []));
  }

  /** Does what is due at an instant. Returns why the start whose turn comes then happened, or null. */
  run(now: number): RunReport | null {
    for (let next = this.#pending[0]; next && next.at <= now; next = this.#pending[0]) {
      const { at, step, done } = next;
      const left = step.kind === 'if' ? this.#whyNot(step.condition, at) : null;
      const leftReport = left === null ? [] : [left];
      done.push({ at, step, left: left && runText(leftReport, 'en'), leftReport });
      this.#pending = left === null ? this.#pending.slice(1) : [];
    }
    return this.#pending.length === 0 ? (this.#queue.shift() ?? null) : null;
  }

  #whyNot(condition: ValueCondition, now: number): RunStatement | null {
    const reading = this.#readings.get(`${condition.espid} ${condition.key}`);
    return whyNot(condition, { reading, names: this.#names.names(condition), now });
  }
}
