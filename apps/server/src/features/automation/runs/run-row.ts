import { type RunReport, runText } from '@cyno/contract';
import type { automationRuns } from '../../../platform/database/schema/index.ts';

/** A line of the run log, or what waits to become one. */
export type RunRow = typeof automationRuns.$inferSelect;
/** One that is to be written. */
export type NewRun = Omit<
  RunRow,
  'id' | 'commandId' | 'sceneRunId' | 'occasion' | 'step' | 'action' | 'beganAt' | 'cause' | 'resultReport'
> &
  Partial<Pick<RunRow, 'occasion' | 'step' | 'action' | 'beganAt' | 'cause' | 'resultReport'>>;

/** Why a run happened, as it is stored. */
export const whyOf = (report: RunReport) => ({ why: runText(report, 'en'), whyReport: report });
/** What came of a run, as it is stored. */
export const resultOf = (report: RunReport) => ({ result: runText(report, 'en'), resultReport: report });
