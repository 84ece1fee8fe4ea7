export { alertFactsRepository } from './alert-facts.repository.ts';
export { ConditionSources } from './condition-sources.ts';
export { DryRuns } from './dry-run.ts';
export type { DryRunPlaces } from './dry-run-places.ts';
export { freshUntil, fulfils, intervalAfter, lostAt, numberOf, type Reading } from './reading.ts';
export { ruleProgressRepository, type StoredProgress } from './rule-progress.repository.ts';
export { RuleRunner } from './rule-runner.ts';
export { ThinnedSeries } from './thinned-series.ts';
