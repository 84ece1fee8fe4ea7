import type { Logger } from 'pino';

interface Allowance {
  readonly lines: number;
  readonly periodMs: number;
}

const ofKind: Allowance = { lines: 10, periodMs: 10_000 };
const aboutOne: Allowance = { lines: 1, periodMs: 60_000 };
/** Above it everything is forgotten: strangers choose whom lines are about. */
const maxSubjects = 5_000;

/**
 * A logger for what strangers can cause as often as they like: 10 lines of a kind in 10 s, and of them, when `about` names an account, a
 * network or a board, one a minute about each. A line with how many were left out follows.
 */
export type QuietLog = (
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  details: object,
  about?: string,
) => void;

/** Counts lines by their message, which must be a fixed text, and by whom they are about. */
export function createQuietLog(log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>): QuietLog {
  const kinds = new LineCounts(ofKind);
  const subjects = new LineCounts(aboutOne);

  return (level, message, details, about) => {
    const now = performance.now();
    const leftOut = `${message} (left out of the log)`;
    /** A line within what may be written of its kind. */
    const write = (entry: object, text: string) => {
      const report = (suppressed: number) => {
        if (suppressed > 0) log[level]({ suppressed }, leftOut);
      };
      if (kinds.take(message, { now, report })) log[level](entry, text);
    };
    const reportOne = (suppressed: number) => {
      if (suppressed > 0) write({ suppressed, about }, leftOut);
    };
    if (about !== undefined && !subjects.take(`${message} ${about}`, { now, report: reportOne })) return;
    write(details, message);
  };
}

class LineCounts {
  readonly #allowance: Allowance;
  readonly #counts = new Map<string, { since: number; lines: number }>();

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  /** Counts a line; false when it is to be left out. `report` gets how many were left out in the period before. */
  take(key: string, { now, report }: { now: number; report(suppressed: number): void }): boolean {
    const { lines, periodMs } = this.#allowance;
    let count = this.#counts.get(key);
    if (!count || now - count.since >= periodMs) {
      report(count ? count.lines - lines : 0);
      if (this.#counts.size >= maxSubjects) this.#counts.clear();
      count = { since: now, lines: 0 };
      this.#counts.set(key, count);
    }
    count.lines += 1;
    return count.lines <= lines;
  }
}
