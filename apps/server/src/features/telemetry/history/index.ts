export { FutureRowsService } from './future-rows.ts';
export { historyRoutes } from './history.routes.ts';
export type { MessageColumns } from './stored/message-columns.ts';
export type { StoredExtremes, StoredHours } from './stored-extremes.ts';
export type { StoredPoints } from './stored-points.ts';
export { TelemetryReader } from './telemetry-reader.ts';
