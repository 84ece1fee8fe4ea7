/** What boards measure. */
export { telemetryRoutes } from './telemetry.routes.ts';
export { createTelemetry, type Telemetry, type TelemetryDeps } from './telemetry.service.ts';
export type { IngestInput, IngestResult, PointEvent, TelemetryLimits } from './telemetry.types.ts';
