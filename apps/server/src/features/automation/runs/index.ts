export { isEnding, valueIn } from './ending.ts';
export { plannedSteps } from './planned-steps.ts';
export { type NewRun, type RunRow, resultOf, whyOf } from './run-row.ts';
export { type RunsRepository, runsRepository } from './runs.repository.ts';
export { Runs } from './runs.service.ts';
export { placeStart, replaceSteps } from './starts.repository.ts';
export { type RunReader, visibleRun } from './visible-run.ts';
