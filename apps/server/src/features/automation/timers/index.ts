export { isLate, missed } from './lateness.ts';
export { addDays, instantAt, localDateOf, weekdayOf } from './local-time.ts';
export { duesBetween, nextDue, nextRunAt, occasionOf, type TimerPlace } from './timer-due.ts';
export { TimerRunner } from './timer-runner.ts';
export { WakeUps } from './wake-ups.ts';
