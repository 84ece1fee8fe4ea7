import type { RunStatement } from '@cyno/contract';

/** What was due while no server ran is done when it is no later than this. */
export const latestMs = 5 * 60_000;

/** Whether it is too late for what was due at an instant. */
export const isLate = (dueAt: number, now: number): boolean => now - dueAt > latestMs;

/** Reports that a time passed. */
export const missed = (lateMs: number): RunStatement => ({ code: 'missed', ms: lateMs });
