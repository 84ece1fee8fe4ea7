export { ClockWatch } from './clock-watch.ts';
export { DiskWatch, type ReadSpace } from './disk-watch.ts';
export { diskChecked } from './health.events.ts';
export type { Problem, ProblemSource } from './problem.ts';
