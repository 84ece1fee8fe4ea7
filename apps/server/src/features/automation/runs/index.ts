export { plannedSteps } from './planned-steps.ts';
export { type NewRun, type RunRow, type RunsRepository, replaceSteps, runsRepository } from './runs.repository.ts';
export { Runs, valueIn } from './runs.service.ts';
