export { DryRuns } from './dry-run.ts';
export { fulfils, numberOf } from './reading.ts';
export { ruleProgressRepository, type StoredProgress } from './rule-progress.repository.ts';
export { RuleRunner } from './rule-runner.ts';
