import type { DevicesCondition } from '@cyno/contract';
import type { Reading } from '../reading.ts';
import { ValueWatch } from './value-watch.ts';
import { allOf, anyOf, type Verdict } from './verdict.ts';
import type { Fulfilment, RuleSurroundings, Variable, Watch } from './watch.ts';

/** So many devices are named in a text. */
const maxNamed = 3;

/** Follows a variable of several devices, which come and go. */
export class DevicesWatch implements Watch {
  readonly condition: DevicesCondition;
  readonly #surroundings: RuleSurroundings;
  /** Whether the first devices count as having held between the two thresholds. */
  #held: boolean;
  #byEspid = new Map<string, ValueWatch>();

  constructor(condition: DevicesCondition, surroundings: RuleSurroundings, held: boolean) {
    this.condition = condition;
    this.#surroundings = surroundings;
    this.#held = held;
  }

  get espids(): string[] {
    return [...this.#byEspid.keys()];
  }

  /** Follows these devices from now on; `reading`: what is known of those that are new. */
  setDevices(espids: readonly string[], reading: (variable: Variable) => Reading | undefined = () => undefined): void {
    const before = this.#byEspid;
    const held = this.#held;
    this.#held = false;
    this.#byEspid = new Map(
      espids.map((espid) => {
        const known = before.get(espid) ?? new ValueWatch({ ...this.condition, espid }, this.#surroundings, held);
        const newest = before.has(espid) ? undefined : reading({ espid, key: this.condition.key });
        if (newest) known.observe(newest);
        return [espid, known];
      }),
    );
  }

  /** Takes a value of a device; of others it is left out. */
  observe(espid: string, reading: Reading | { value: number | null; at: number }): void {
    this.#byEspid.get(espid)?.observe(reading);
  }

  /** As that of a `ValueWatch`. */
  moveClock(ms: number, now: number): void {
    for (const watch of this.#byEspid.values()) watch.moveClock(ms, now);
  }

  judge(now: number, isActive: boolean): Verdict {
    if (this.#byEspid.size === 0) return { state: 'gone', reason: () => [{ code: 'no_devices' }] };
    const known = this.#known();
    if (known.length === 0) {
      const { key } = this.condition;
      return { state: 'unknown', reason: () => [{ code: 'unknown', label: key, device: null, unit: '' }] };
    }
    const verdicts = known.map((watch) => watch.judge(now, isActive));
    return this.condition.match === 'any' ? anyOf(verdicts, maxNamed) : allOf(verdicts);
  }

  fulfilments(now: number, isActive: boolean): Fulfilment[] {
    if (this.judge(now, isActive).state !== 'holds') return [];
    const all = this.#known().flatMap((watch) => watch.fulfilments(now, isActive));
    const more = all.length - maxNamed;
    return all.map((one, index) => {
      if (index < maxNamed) return one;
      return { ...one, fact: index === maxNamed ? { kind: 'more', count: more } : null };
    });
  }

  changesAt(isActive: boolean): (number | undefined)[] {
    return this.#known().flatMap((watch) => watch.changesAt(isActive));
  }

  /** Devices that never sent the variable do not count. */
  #known(): ValueWatch[] {
    return [...this.#byEspid.values()].filter(({ isKnown }) => isKnown);
  }
}
