export { type NewRun, type RunRow, type RunsRepository, runsRepository } from './runs.repository.ts';
export { Runs, valueIn } from './runs.service.ts';
