import {
  type AutomationDefinition,
  type AutomationStep,
  conditionsOfStep,
  type DryRunStep,
  maxQueuedStarts,
  type RunReport,
  runText,
} from '@cyno/contract';
import { plannedSteps } from '../runs/index.ts';
import { evaluateOnce, type KnownNow } from './evaluate-once.ts';
import { followedBy, type Reading } from './reading.ts';
import type { AlertFact } from './watches/alert-watch.ts';
import type { Variable } from './watches/watch.ts';

/** What is the same at each instant of the dry run. */
export type ReplayedKnown = Pick<KnownNow, 'surroundings' | 'espidsIn' | 'ruleName'>;

interface Pending {
  readonly at: number;
  readonly step: AutomationStep;
  /** Where it is listed when it is its turn. */
  readonly done: DryRunStep[];
}

/** The steps of an automation in a dry run: what follows on each start, and what becomes of a start meanwhile. */
export class ReplayedSteps {
  readonly #definition: AutomationDefinition;
  readonly #known: ReplayedKnown;
  readonly #readings = new Map<string, Reading>();
  /** How the newest alert of each rule stands on each device. */
  readonly #alerts = new Map<string, AlertFact>();
  #pending: Pending[] = [];
  /** Why each start that waits would have happened. */
  #queue: RunReport[] = [];

  constructor(definition: AutomationDefinition, known: ReplayedKnown) {
    this.#definition = definition;
    this.#known = known;
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

  /** Takes what became of an alert, in the order of time. */
  observeAlert(fact: AlertFact): void {
    const id = `${fact.ruleId} ${fact.espid}`;
    const before = this.#alerts.get(id);
    if (!before || fact.alertId >= before.alertId) this.#alerts.set(id, fact);
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
      const left = step.kind === 'if' ? this.#whyNot(step, at) : null;
      done.push({ at, step, left: left && runText(left, 'en'), leftReport: left ?? [] });
      this.#pending = left === null ? this.#pending.slice(1) : [];
    }
    return this.#pending.length === 0 ? (this.#queue.shift() ?? null) : null;
  }

  #whyNot(step: Extract<AutomationStep, { kind: 'if' }>, now: number): RunReport | null {
    const { left } = evaluateOnce(conditionsOfStep(step), {
      ...this.#known,
      reading: ({ espid, key }) => this.#readings.get(`${espid} ${key}`),
      alerts: [...this.#alerts.values()],
      now,
    });
    return left;
  }
}
