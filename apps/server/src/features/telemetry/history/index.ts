export { FutureRowsService } from './future-rows.ts';
export { HistoryRepository } from './history.repository.ts';
export { History } from './history.service.ts';
export { readPastValues } from './past-values.ts';
export { readSparklines } from './sparklines.ts';
export { StatisticsRepository } from './statistics.repository.ts';
export { Statistics } from './statistics.service.ts';
export { readStoredPoints, type StoredPoints } from './stored-points.ts';
