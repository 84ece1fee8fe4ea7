import type { RuleDefinition, RunReport } from '@cyno/contract';
import type { RunRow } from '../runs/index.ts';
import { JoinedWatch } from './watches/joined-watch.ts';
import type { RuleSurroundings } from './watches/watch.ts';

/** Two rules that trigger each other must not fill the board's queue and the log. */
const startsPerMinute = 10;
const pauseMs = 60_000;
const maxCauses = 10;
/** The clocks of servers may differ by as much, and a time server may correct as much. */
const clockToleranceMs = 60_000;

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
  readonly why: RunReport;
  /** What made it start; null: it does not. */
  readonly cause: RuleCause | null;
  readonly next: RuleProgress;
}

/** The devices whose conditions held, at most ten, what the first of them sent, and which moment shows it. */
export type RuleCause = NonNullable<RunRow['cause']>;

const hasAlternatives = ({ match, conditions, groups = [] }: RuleDefinition): boolean =>
  groups.length > 0 ||
  (match === 'any' && conditions.length > 1) ||
  conditions.some((condition) => condition.kind === 'devices' && condition.match === 'any');

/**
 * One rule as a machine without a clock: it gets values, returns what is due at an instant, and is notified when that was done. So
 * the same steps follow from boards' messages and from stored history.
 */
export class RuleMachine {
  readonly #rule: RuleDefinition;
  /** Its conditions. */
  readonly joined: JoinedWatch;
  #progress: RuleProgress;
  #starts: number[] = [];
  #pausedUntil = 0;

  constructor(rule: RuleDefinition, surroundings: RuleSurroundings, progress: RuleProgress) {
    this.#rule = rule;
    this.#progress = progress;
    // Which one of alternatives held is not stored; those that wait for their time must not begin on one that did not.
    const held = progress.active || (progress.holdsSince !== null && !hasAlternatives(rule));
    this.joined = new JoinedWatch(rule, surroundings, held);
  }

  get progress(): RuleProgress {
    return this.#progress;
  }

  /** The step that is due, to be requested again after it was taken; null: none. */
  decide(now: number): RuleMove | null {
    const { active, holdsSince, revertAt } = this.#progress;
    if (revertAt !== null && this.isLimitDue(now)) return this.#limit(Math.min(revertAt, now));
    const verdict = this.joined.judge(now, active);
    if (verdict.state === 'holds') {
      // A later instant is of a clock that was set back since.
      if (holdsSince === null || holdsSince > now) this.#progress = { active, holdsSince: now, revertAt };
      return active ? null : this.#start(now);
    }
    if (active) return verdict.state === 'gone' ? this.#back(now, verdict.reason()) : null;
    if (holdsSince !== null) this.#progress = { active, holdsSince: null, revertAt };
    return null;
  }

  /**
   * Whether it is time to end what began, whatever the conditions are. An end that is further off than the limit is long was set by a clock
   * that was ahead.
   */
  isLimitDue(now: number): boolean {
    const { revertAt } = this.#progress;
    if (revertAt === null) return false;
    const { limit } = this.#rule;
    return now >= revertAt || (limit !== null && revertAt - now > limit.seconds * 1_000 + clockToleranceMs);
  }

  /** The clock was set back; `ms` is negative. */
  moveClock(ms: number, now: number): void {
    this.#pausedUntil = Math.min(this.#pausedUntil, now + pauseMs);
    this.joined.moveClock(ms, now);
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
    const instants = [revertAt, this.joined.hoursChangeAt(now)];
    if (holdsSince !== null && !active) instants.push(Math.max(this.#fullAt(holdsSince), this.#pausedUntil));
    if (active || holdsSince !== null) instants.push(...this.joined.changesAt(active));
    const coming = instants.filter((at): at is number => at != null && at > now);
    return coming.length > 0 ? Math.min(...coming) : null;
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
    const found = this.joined.fulfilments(now, this.#progress.active);
    const facts = found.flatMap(({ fact }) => fact ?? []);
    const why: RunReport = [{ code: 'held', facts, seconds: forSeconds }];
    const devices = [...new Set(found.map(({ device }) => device))].slice(0, maxCauses);
    const [first] = found;
    const moment = first ? { espid: first.espid, key: first.key, since: first.since ?? since } : null;
    const cause = { devices, value: first?.value ?? '', moment };
    const next = { active: true, holdsSince: since, revertAt: endsAt };
    return { phase: 'start', isAction: true, dueAt, why, cause, next };
  }

  #pause(now: number): RuleMove {
    const why: RunReport = [{ code: 'started_often', times: startsPerMinute }];
    // The start that it holds up may be due at this very instant, and no two lines of an automation are.
    return { phase: 'pause', isAction: false, dueAt: now - 1, why, cause: null, next: this.#progress };
  }

  #back(now: number, why: RunReport): RuleMove {
    const { back, limit } = this.#rule;
    const { revertAt } = this.#progress;
    const isThere = limit !== null && revertAt === null && String(limit.value) === String(back);
    const next = { active: false, holdsSince: null, revertAt: back === null ? revertAt : null };
    return { phase: 'back', isAction: back !== null && !isThere, dueAt: now, why, cause: null, next };
  }

  #limit(dueAt: number): RuleMove {
    const why: RunReport = [{ code: 'time_over', seconds: this.#rule.limit?.seconds ?? 0 }];
    return { phase: 'limit', isAction: true, dueAt, why, cause: null, next: { ...this.#progress, revertAt: null } };
  }
}
