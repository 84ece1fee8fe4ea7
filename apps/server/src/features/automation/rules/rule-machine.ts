import { conditionsOf, type RuleCondition, type RuleDefinition } from '@cyno/contract';
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

/** Whether conditions hold; `gone` describes why they do not, `unknown` means that too little is known. */
type Verdict = { state: 'holds' } | { state: 'unknown' } | { state: 'gone'; reason(): string };

/** Together they hold when each one does; the first that does not is the reason. */
const allOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ state }) => state === 'gone') ??
  verdicts.find(({ state }) => state === 'unknown') ?? { state: 'holds' };

/** Together they hold when one does, and no longer when that is known of each one. */
function anyOf(verdicts: readonly Verdict[]): Verdict {
  const found = verdicts.find(({ state }) => state === 'holds') ?? verdicts.find(({ state }) => state === 'unknown');
  const reasons = verdicts.flatMap((one) => (one.state === 'gone' ? [one.reason] : []));
  return found ?? { state: 'gone', reason: () => reasons.map((reason) => reason()).join(' ') };
}

const hasAlternatives = ({ match, conditions, groups = [] }: RuleDefinition): boolean =>
  groups.length > 0 || (match === 'any' && conditions.length > 1);

/**
 * One rule as a machine without a clock: it gets values, returns what is due at an instant, and is notified when that was done. So
 * the same steps follow from boards' messages and from stored history.
 */
export class RuleMachine {
  readonly #rule: RuleDefinition;
  readonly #surroundings: RuleSurroundings;
  readonly #hours: ActiveHours | null;
  /** All conditions; readings and what is held have their order. */
  readonly #conditions: readonly RuleCondition[];
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
    this.#conditions = conditionsOf(rule);
    this.#readings = this.#conditions.map(() => undefined);
    // Which one of alternatives held is not stored; those that wait for their time must not begin on one that did not.
    const held = progress.active || (progress.holdsSince !== null && !hasAlternatives(rule));
    this.#held = this.#conditions.map(() => held);
  }

  get progress(): RuleProgress {
    return this.#progress;
  }

  /** Takes a value of the variable of a condition; one that is older than what is known is left out. */
  observe(index: number, reading: Reading | { value: number | null; at: number }): void {
    const condition = this.#conditions[index];
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
    const { match, conditions, groups = [] } = this.#rule;
    const [together, inGroups] = match === 'any' ? [anyOf, allOf] : [allOf, anyOf];
    const verdicts = this.#conditions.map((condition, index) => this.#judgeOne(condition, index, now));
    let taken = conditions.length;
    const grouped = groups.map(({ length }) => {
      taken += length;
      return inGroups(verdicts.slice(taken - length, taken));
    });
    return together([...verdicts.slice(0, conditions.length), ...grouped]);
  }

  #judgeOne(condition: RuleCondition, index: number, now: number): Verdict {
    const reading = this.#readings[index];
    if (reading !== undefined && now < freshUntil(reading)) {
      return this.#held[index] ? { state: 'holds' } : { state: 'gone', reason: () => this.#ceased(condition, reading) };
    }
    const { startedAt } = this.#surroundings;
    if (!this.#progress.active || now < lostAt(reading, startedAt)) return { state: 'unknown' };
    return { state: 'gone', reason: () => this.#silent(condition, now - (reading?.at ?? startedAt)) };
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
    const { limit, forSeconds } = this.#rule;
    // A limit that is still to come stays: the target has been on since then.
    const endsAt = revertAt ?? (limit && now + limit.seconds * 1_000);
    const parts = this.#conditions.flatMap((condition, index) =>
      this.#judgeOne(condition, index, now).state === 'holds'
        ? [this.#fulfilled(condition, this.#readings[index])]
        : [],
    );
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
