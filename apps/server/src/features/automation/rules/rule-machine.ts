import type { RuleCondition, RuleDefinition } from '@cyno/contract';
import { comparedTo, durationText, formatNumber, joined, roughly } from '../definitions/index.ts';
import { ActiveHours } from './active-hours.ts';
import { followedBy, freshUntil, fulfils, lostAt, type Reading } from './reading.ts';

/** Two rules that trigger each other must not fill the board's queue and the log. */
const startsPerMinute = 10;
const pauseMs = 60_000;

/** What outlives a restart: whether the rule has fired, since when its conditions hold, and when its limit ends. */
export interface RuleProgress {
  readonly active: boolean;
  readonly holdsSince: number | null;
  readonly revertAt: number | null;
}

/**
 * A step that is due. `isAction` is false when nothing is to be sent; `pause`: there were too many starts, so there is none for a while.
 */
export interface RuleMove {
  readonly phase: 'start' | 'back' | 'limit' | 'pause';
  readonly isAction: boolean;
  readonly dueAt: number;
  readonly why: string;
  readonly next: RuleProgress;
}

export interface RuleSurroundings {
  readonly zone: string;
  /** When it began to be followed, ms since the epoch. */
  readonly startedAt: number;
  /** What people call the variable of a condition. */
  label(condition: RuleCondition): string;
  /** Its unit; empty when it has none. */
  unit(condition: RuleCondition): string;
}

/** Whether all conditions hold; `gone` describes why they do not, `unknown` means that too little is known. */
type Verdict = { state: 'holds' } | { state: 'unknown' } | { state: 'gone'; reason(): string };

/**
 * One rule as a machine without a clock: it gets values, returns what is due at an instant, and is notified when that was done. So
 * the same steps follow from boards' messages and from stored history.
 */
export class RuleMachine {
  readonly #rule: RuleDefinition;
  readonly #surroundings: RuleSurroundings;
  readonly #hours: ActiveHours | null;
  readonly #readings: (Reading | undefined)[];
  readonly #held: boolean[];
  #progress: RuleProgress;
  #starts: number[] = [];
  #pausedUntil = 0;

  constructor(rule: RuleDefinition, surroundings: RuleSurroundings, progress: RuleProgress) {
    this.#rule = rule;
    this.#surroundings = surroundings;
    this.#hours = rule.activeHours && new ActiveHours(rule.activeHours, surroundings.zone);
    this.#progress = progress;
    this.#readings = rule.conditions.map(() => undefined);
    this.#held = rule.conditions.map(() => progress.active || progress.holdsSince !== null);
  }

  get progress(): RuleProgress {
    return this.#progress;
  }

  /** Takes a value of the variable of a condition; one that is older than what is known is left out. */
  observe(index: number, reading: Reading | { value: number | null; at: number }): void {
    const condition = this.#rule.conditions[index];
    const before = this.#readings[index];
    if (!condition || (before && reading.at < before.at)) return;
    const after = 'intervalMs' in reading ? reading : followedBy(before, reading.value, reading.at);
    this.#readings[index] = after;
    this.#held[index] = fulfils(condition, after.value, this.#held[index] ?? false);
  }

  /** The step that is due, to be requested again after it was taken; null: none. */
  decide(now: number): RuleMove | null {
    const { active, holdsSince, revertAt } = this.#progress;
    if (revertAt !== null && now >= revertAt) return this.#limit(revertAt);
    const verdict = this.#judge(now);
    if (verdict.state === 'holds') {
      if (holdsSince === null) this.#progress = { active, holdsSince: now, revertAt };
      return active ? null : this.#start(now);
    }
    if (active) return verdict.state === 'gone' ? this.#back(now, verdict.reason()) : null;
    if (holdsSince !== null) this.#progress = { active, holdsSince: null, revertAt };
    return null;
  }

  /** A step was done. */
  take(move: RuleMove, now: number): void {
    this.#progress = move.next;
    if (move.phase === 'start') this.#starts.push(now);
    if (move.phase === 'pause') this.#pausedUntil = now + pauseMs;
  }

  /** Continues from what somebody else did. */
  adopt(progress: RuleProgress): void {
    this.#progress = progress;
  }

  /** When something may be due without a further value; null: never. */
  wakeAt(now: number): number | null {
    const { active, holdsSince, revertAt } = this.#progress;
    const instants = [revertAt, this.#hours?.changesAt(now)];
    if (holdsSince !== null && !active) instants.push(Math.max(this.#fullAt(holdsSince), this.#pausedUntil));
    if (active) instants.push(...this.#readings.map((one) => lostAt(one, this.#surroundings.startedAt)));
    else if (holdsSince !== null) instants.push(...this.#readings.map((one) => one && freshUntil(one)));
    const coming = instants.filter((at): at is number => at != null && at > now);
    return coming.length > 0 ? Math.min(...coming) : null;
  }

  #judge(now: number): Verdict {
    if (this.#hours && !this.#hours.inside(now)) return { state: 'gone', reason: () => 'Its active hours are over.' };
    const { conditions } = this.#rule;
    let isKnown = true;
    for (const [index, condition] of conditions.entries()) {
      const reading = this.#readings[index];
      const isFresh = reading !== undefined && now < freshUntil(reading);
      if (isFresh && !this.#held[index]) return { state: 'gone', reason: () => this.#ceased(condition, reading) };
      if (isFresh) continue;
      isKnown = false;
      if (this.#progress.active && now >= lostAt(reading, this.#surroundings.startedAt)) {
        const silentMs = now - (reading?.at ?? this.#surroundings.startedAt);
        return { state: 'gone', reason: () => this.#silent(condition, silentMs) };
      }
    }
    return { state: isKnown ? 'holds' : 'unknown' };
  }

  #fullAt(holdsSince: number): number {
    return holdsSince + this.#rule.forSeconds * 1_000;
  }

  #start(now: number): RuleMove | null {
    const { holdsSince, revertAt } = this.#progress;
    const since = holdsSince ?? now;
    const dueAt = this.#fullAt(since);
    if (now < dueAt || now < this.#pausedUntil) return null;
    this.#starts = this.#starts.filter((at) => now - at < pauseMs && at <= now);
    if (this.#starts.length >= startsPerMinute) return this.#pause(now);
    const { limit, conditions, forSeconds } = this.#rule;
    // A limit that is still to come stays: the target has been on since then.
    const endsAt = revertAt ?? (limit && now + limit.seconds * 1_000);
    const parts = conditions.map((condition, index) => this.#fulfilled(condition, this.#readings[index]));
    const why = `${joined(parts)}${forSeconds > 0 ? ` for ${durationText(forSeconds)}` : ''}.`;
    return { phase: 'start', isAction: true, dueAt, why, next: { active: true, holdsSince: since, revertAt: endsAt } };
  }

  #pause(now: number): RuleMove {
    const why = `It started ${startsPerMinute} times within a minute, so it rests for a minute.`;
    return { phase: 'pause', isAction: false, dueAt: now, why, next: this.#progress };
  }

  #back(now: number, why: string): RuleMove {
    const { back, limit } = this.#rule;
    const { revertAt } = this.#progress;
    const isThere = limit !== null && revertAt === null && String(limit.value) === String(back);
    const next = { active: false, holdsSince: null, revertAt: back === null ? revertAt : null };
    return { phase: 'back', isAction: back !== null && !isThere, dueAt: now, why, next };
  }

  #limit(dueAt: number): RuleMove {
    const why = `Its time of ${durationText(this.#rule.limit?.seconds ?? 0)} is over.`;
    return { phase: 'limit', isAction: true, dueAt, why, next: { ...this.#progress, revertAt: null } };
  }

  #fulfilled(condition: RuleCondition, reading: Reading | undefined): string {
    return `${this.#surroundings.label(condition)} was ${this.#formatValue(condition, reading?.value ?? 0)}, ${comparedTo(condition)}`;
  }

  #formatValue(condition: RuleCondition, value: number): string {
    return `${formatNumber(value)} ${this.#surroundings.unit(condition)}`.trimEnd();
  }

  #ceased(condition: RuleCondition, { value }: Reading): string {
    const label = this.#surroundings.label(condition);
    if (value === null) return `${label} was a text.`;
    const { release } = condition;
    const until = release === null ? `no longer ${comparedTo(condition)}` : `past ${formatNumber(release)}`;
    return `${label} was ${this.#formatValue(condition, value)}, ${until}.`;
  }

  #silent(condition: RuleCondition, ms: number): string {
    return `${this.#surroundings.label(condition)} has not been reported for ${roughly(ms)}.`;
  }
}
