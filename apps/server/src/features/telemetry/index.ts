/** @public What boards measure. */
export { telemetryRoutes } from './telemetry.routes.ts';
/** @public */
export { createTelemetry, type Telemetry, type TelemetryDeps } from './telemetry.service.ts';
/** @public */
export type { IngestInput, IngestResult, PointEvent, TelemetryLimits } from './telemetry.types.ts';
