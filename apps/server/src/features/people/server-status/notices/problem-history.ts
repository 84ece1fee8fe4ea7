import { keyOfProblem, levelOfProblem, type Problem } from '../../../../platform/health/index.ts';

const minuteMs = 60_000;
/** So long a problem holds before anyone is notified; doubled for each time that it began within a day. */
const holdMs = minuteMs;
/** So long it is away before it is over; doubled likewise. */
const restMs = 10 * minuteMs;
const maxDoublings = 6;
const dayMs = 24 * 60 * minuteMs;
/** Sources name bounded things; more than that is a mistake of one. */
const maxProblems = 200;

/** What administrators know of a problem; stored, so that a restart notifies of nothing twice. Instants in ms since the epoch. */
export interface KnownProblem {
  /** Of which they were notified; 0: it is over. */
  readonly level: number;
  /** When it began each time of the last day. */
  readonly begins: readonly number[];
  readonly problem: NotedProblem;
}

type NotedProblem = Pick<Problem, 'reason' | 'values' | 'severity' | 'isEvent'>;

/** What administrators are to be notified of. `lastedMs`: how long it was there. */
export interface ProblemChange {
  readonly key: string;
  readonly kind: 'began' | 'worse' | 'over';
  readonly at: number;
  readonly lastedMs: number;
  readonly problem: NotedProblem;
  /** What is known once they are. */
  readonly known: KnownProblem;
}

interface Course {
  known: KnownProblem | undefined;
  /** What of it is not stored yet. */
  isDirty: boolean;
  /** By the clock that nobody sets: since when it is worse than they know, and since when it is away. */
  worseSince: number | undefined;
  awaySince: number | undefined;
  lesserSince: number | undefined;
  /** What is due, and since when, ms since the epoch: the same each time that storing it is tried, so that it is stored once. */
  due: { readonly level: number; readonly at: number } | undefined;
}

/** Decides when administrators are notified of a problem: once when it begins, when it gets worse, and when it is over. */
export class ProblemHistory {
  readonly #courses = new Map<string, Course>();

  constructor(known: ReadonlyMap<string, KnownProblem>) {
    for (const [key, value] of known) this.#courses.set(key, newCourse(value));
  }

  /** Takes in what is wrong now; `now` in ms since the epoch, `steady` of a clock that nobody sets. Returns what is due until `settle`. */
  step(problems: readonly Problem[], { now, steady }: { now: number; steady: number }): ProblemChange[] {
    const present = new Set<string>();
    const changes: ProblemChange[] = [];
    for (const problem of problems) {
      const key = keyOfProblem(problem);
      if (problem.quiet || present.has(key)) continue;
      if (!this.#courses.has(key) && this.#courses.size >= maxProblems) continue;
      present.add(key);
      changes.push(...this.#present(key, problem, { now, steady }));
    }
    for (const [key, course] of this.#courses) {
      if (!present.has(key)) changes.push(...this.#away(key, course, { now, steady }));
    }
    return changes;
  }

  /** They are notified; `isStored`: what they know is in the database. */
  settle(changes: readonly ProblemChange[], { isStored }: { isStored: boolean }): void {
    for (const { key, known } of changes) {
      this.#courses.set(key, { ...newCourse(known), isDirty: !isStored });
    }
  }

  /** What is not stored, apart from what is due. */
  get dirty(): ReadonlyMap<string, KnownProblem> {
    return new Map(
      [...this.#courses].flatMap(([key, { isDirty, known }]) => (isDirty && known ? [[key, known] as const] : [])),
    );
  }

  stored(keys: Iterable<string>): void {
    for (const key of keys) {
      const course = this.#courses.get(key);
      if (course) course.isDirty = false;
    }
  }

  #present(key: string, problem: Problem, { now, steady }: { now: number; steady: number }): ProblemChange[] {
    const course = this.#courses.get(key) ?? newCourse(undefined);
    this.#courses.set(key, course);
    course.awaySince = undefined;
    const { reason, values, severity, isEvent } = problem;
    const level = levelOfProblem(problem);
    const before = course.known?.level ?? 0;
    const begins = (course.known?.begins ?? []).filter((at) => at > now - dayMs);
    if (level <= before) {
      course.worseSince = undefined;
      course.due = undefined;
      this.#lesser(course, { level, steady, wait: waitOf(restMs, begins) });
      return [];
    }
    course.lesserSince = undefined;
    course.worseSince ??= steady;
    if (steady - course.worseSince < waitOf(holdMs, before === 0 ? begins : [])) return [];
    const { at } = dueOf(course, level, now);
    const isNew = before === 0;
    const noted: NotedProblem = { reason, values, severity, ...(isEvent && { isEvent }) };
    const known = { level, begins: isNew ? [...begins, at] : begins, problem: noted };
    return [{ key, kind: isNew ? 'began' : 'worse', at, lastedMs: 0, problem: noted, known }];
  }

  /** It got better: after a while it may get worse again. */
  #lesser(course: Course, { level, steady, wait }: { level: number; steady: number; wait: number }): void {
    if (!course.known || level === course.known.level) {
      course.lesserSince = undefined;
      return;
    }
    course.lesserSince ??= steady;
    if (steady - course.lesserSince < wait) return;
    course.lesserSince = undefined;
    course.known = { ...course.known, level };
    course.isDirty = true;
  }

  #away(key: string, course: Course, { now, steady }: { now: number; steady: number }): ProblemChange[] {
    const { known } = course;
    if (course.due?.level !== 0) course.due = undefined;
    course.worseSince = undefined;
    course.lesserSince = undefined;
    if (!known || known.level === 0) {
      if (!known || known.begins.every((at) => at <= now - dayMs)) this.#courses.delete(key);
      return [];
    }
    course.awaySince ??= steady;
    if (steady - course.awaySince < waitOf(restMs, known.begins.slice(1))) return [];
    if (known.problem.isEvent) {
      course.known = { ...known, level: 0 };
      course.isDirty = true;
      return [];
    }
    const { at } = dueOf(course, 0, now);
    const begunAt = known.begins.at(-1) ?? now;
    const lastedMs = Math.max(0, now - begunAt - (steady - course.awaySince));
    return [{ key, kind: 'over', at, lastedMs, problem: known.problem, known: { ...known, level: 0 } }];
  }
}

const newCourse = (known: KnownProblem | undefined): Course => ({
  known,
  isDirty: false,
  worseSince: undefined,
  awaySince: undefined,
  lesserSince: undefined,
  due: undefined,
});

function dueOf(course: Course, level: number, now: number): { readonly at: number } {
  if (course.due?.level !== level) course.due = { level, at: now };
  return course.due;
}

/** What comes and goes is waited for longer each time. */
const waitOf = (ms: number, begins: readonly number[]): number => ms * 2 ** Math.min(begins.length, maxDoublings);
