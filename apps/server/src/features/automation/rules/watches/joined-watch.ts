import { type AlertScope, conditionsOf, type JoinedConditions } from '@cyno/contract';
import { ActiveHours } from '../active-hours.ts';
import type { Reading } from '../reading.ts';
import { AlertWatch } from './alert-watch.ts';
import { type AnyWatch, createWatch } from './create-watch.ts';
import { DevicesWatch } from './devices-watch.ts';
import { ValueWatch } from './value-watch.ts';
import { allOf, anyOf, type Verdict } from './verdict.ts';
import type { Fulfilment, RuleSurroundings, Variable } from './watch.ts';

/** What is known already of what conditions read. */
export interface KnownValues {
  /** The newest value; undefined: none has come. */
  reading(variable: Variable): Reading | undefined;
  /** The devices that a condition on several is about now. */
  espidsIn(scope: AlertScope): string[];
}

/** Follows conditions as they are joined, within their hours. */
export class JoinedWatch {
  readonly #joined: JoinedConditions;
  readonly #hours: ActiveHours | null;
  readonly #surroundings: RuleSurroundings;
  /** What is followed for each of the conditions, in their order. */
  readonly watches: readonly AnyWatch[];

  /** `held`: whether what is between two thresholds counts as having held. */
  constructor(joined: JoinedConditions, surroundings: RuleSurroundings, held: boolean) {
    this.#joined = joined;
    this.#surroundings = surroundings;
    this.#hours = joined.activeHours && new ActiveHours(joined.activeHours, surroundings.zone);
    this.watches = conditionsOf(joined).map((condition) => createWatch(condition, surroundings, held));
  }

  /** Begins with what is known. */
  seed({ reading, espidsIn }: KnownValues): void {
    for (const watch of this.watches) {
      if (watch instanceof DevicesWatch) watch.setDevices(espidsIn(watch.condition.scope), reading);
      const known = watch instanceof ValueWatch ? reading(watch.condition) : undefined;
      if (known && watch instanceof ValueWatch) watch.observe(known);
    }
  }

  /** The clock was set back; `ms` is negative. */
  moveClock(ms: number, now: number): void {
    this.#surroundings.startedAt += ms;
    for (const watch of this.watches) if (!(watch instanceof AlertWatch)) watch.moveClock(ms, now);
  }

  judge(now: number, isActive: boolean): Verdict {
    const { match, conditions, groups = [], activeHours } = this.#joined;
    if (activeHours && !this.#hours?.inside(now)) {
      return {
        state: 'gone',
        reason: () => [isActive ? { code: 'hours_over' } : { code: 'outside_hours', ...activeHours }],
      };
    }
    const [together, inGroups] = match === 'any' ? [anyOf, allOf] : [allOf, anyOf];
    const verdicts = this.watches.map((watch) => watch.judge(now, isActive));
    // Hours alone hold as long as they last.
    if (verdicts.length === 0) return { state: 'holds' };
    let taken = conditions.length;
    const grouped = groups.map(({ length }) => {
      taken += length;
      return inGroups(verdicts.slice(taken - length, taken));
    });
    return together([...verdicts.slice(0, conditions.length), ...grouped]);
  }

  /** Why they hold. */
  fulfilments(now: number, isActive: boolean): Fulfilment[] {
    return this.watches.flatMap((watch) => watch.fulfilments(now, isActive));
  }

  /** When their hours begin or end next; undefined: they have none. */
  hoursChangeAt(now: number): number | undefined {
    return this.#hours?.changesAt(now);
  }

  /** Instants at which what they come to may change without anything new, but for their hours. */
  changesAt(isActive: boolean): (number | undefined)[] {
    return this.watches.flatMap((watch) => watch.changesAt(isActive));
  }
}
