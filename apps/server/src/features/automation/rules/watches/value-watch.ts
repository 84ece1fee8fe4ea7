import { formatNumber, type RunReport, type ValueCondition } from '@cyno/contract';
import { followedBy, freshUntil, fulfils, lostAt, type Reading } from '../reading.ts';
import type { Verdict } from './verdict.ts';
import type { Fulfilment, RuleSurroundings, Watch } from './watch.ts';

/** Follows a variable of one device. */
export class ValueWatch implements Watch {
  readonly condition: Omit<ValueCondition, 'kind'>;
  readonly #surroundings: RuleSurroundings;
  #reading: Reading | undefined;
  #held: boolean;

  /** `held`: whether it counts as having held between its two thresholds. */
  constructor(condition: Omit<ValueCondition, 'kind'>, surroundings: RuleSurroundings, held: boolean) {
    this.condition = condition;
    this.#surroundings = surroundings;
    this.#held = held;
  }

  /** Whether a value has come. */
  get isKnown(): boolean {
    return this.#reading !== undefined;
  }

  /** Takes a value; one that is older than what is known is left out. */
  observe(reading: Reading | { value: number | null; at: number }): void {
    const before = this.#reading;
    if (before && reading.at < before.at) return;
    const after = 'intervalMs' in reading ? reading : followedBy(before, reading.value, reading.at);
    this.#reading = after;
    this.#held = fulfils(this.condition, after.value, this.#held);
  }

  /** The clock was set back: what came while it was ahead stays as old as it is, and does not stand in the way of what comes now. */
  moveClock(ms: number, now: number): void {
    if (this.#reading) this.#reading = { ...this.#reading, at: Math.min(this.#reading.at + ms, now) };
  }

  judge(now: number, isActive: boolean): Verdict {
    const reading = this.#reading;
    if (reading !== undefined && now < freshUntil(reading)) {
      return this.#held ? { state: 'holds' } : { state: 'gone', reason: () => this.#notHeld(reading, isActive) };
    }
    const { startedAt } = this.#surroundings;
    if (!isActive || now < lostAt(reading, startedAt)) {
      return { state: 'unknown', reason: () => [{ code: reading ? 'outdated' : 'unknown', ...this.#names }] };
    }
    return {
      state: 'gone',
      reason: () => [{ code: 'not_reported', ...this.#names, ms: now - (reading?.at ?? startedAt) }],
    };
  }

  fulfilments(now: number, isActive: boolean): Fulfilment[] {
    if (this.judge(now, isActive).state !== 'holds') return [];
    const { espid, key, comparison, threshold } = this.condition;
    const value = this.#reading?.value ?? 0;
    const names = this.#names;
    return [
      {
        fact: { kind: 'value', ...names, value, comparison, threshold },
        espid,
        key,
        device: this.#surroundings.device(espid),
        value: `${formatNumber(value)} ${names.unit}`.trimEnd(),
      },
    ];
  }

  changesAt(isActive: boolean): (number | undefined)[] {
    if (isActive) return [lostAt(this.#reading, this.#surroundings.startedAt)];
    return [this.#reading && freshUntil(this.#reading)];
  }

  get #names() {
    return this.#surroundings.names(this.condition);
  }

  /** `isActive`: it held before. */
  #notHeld({ value }: Reading, isActive: boolean): RunReport {
    if (value === null) return [{ code: 'was_text', ...this.#names }];
    const { comparison, threshold, release } = this.condition;
    const compared = { ...this.#names, value, comparison, threshold };
    return [isActive ? { code: 'ceased', ...compared, release } : { code: 'not_held', ...compared }];
  }
}
