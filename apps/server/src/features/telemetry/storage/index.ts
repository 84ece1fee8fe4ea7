export { bucketOf, planHistory, rowBudget } from './history-plan.ts';
export { retentionRepository } from './retention.repository.ts';
export { Retention } from './retention.service.ts';
export { Rollups } from './rollup.service.ts';
export { type RollupLevel, rollupLevels } from './rollup-levels.ts';
export { hourMs, TelemetryStore } from './telemetry-store.ts';
export { element, firstRetained, hasText, hoursToReadFiner } from './variable-cells.ts';
export { VariableRetention } from './variable-retention.service.ts';
