import type { Logger } from 'pino';

const linesPerPeriod = 10;
const periodMs = 10_000;

/** A logger for what strangers can cause as often as they like: 10 lines of a kind in 10 s, then one with how many were left out. */
export type QuietLog = (level: 'debug' | 'info' | 'warn' | 'error', message: string, details: object) => void;

/** Counts lines by their message, which must be a fixed text. */
export function createQuietLog(log: Logger): QuietLog {
  const kinds = new Map<string, { since: number; lines: number }>();

  return (level, message, details) => {
    const now = performance.now();
    let kind = kinds.get(message);
    if (!kind || now - kind.since >= periodMs) {
      const suppressed = kind ? kind.lines - linesPerPeriod : 0;
      if (suppressed > 0) log[level]({ suppressed }, `${message} (left out of the log)`);
      kind = { since: now, lines: 0 };
      kinds.set(message, kind);
    }
    kind.lines += 1;
    if (kind.lines <= linesPerPeriod) log[level](details, message);
  };
}
