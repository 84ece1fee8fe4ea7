import type { automationRuns } from '../../../platform/database/schema/index.ts';

/** A line of the run log, or what waits to become one. */
export type RunRow = typeof automationRuns.$inferSelect;
/** One that is to be written. */
export type NewRun = Omit<
  RunRow,
  'id' | 'commandId' | 'sceneRunId' | 'occasion' | 'step' | 'action' | 'beganAt' | 'cause'
> &
  Partial<Pick<RunRow, 'occasion' | 'step' | 'action' | 'beganAt' | 'cause'>>;
