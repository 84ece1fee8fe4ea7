export { exportRoutes } from './export.routes.ts';
export type { ImportPoint, ImportWriter, Kept } from './import-writer.ts';
export { isKnownZone, localClock } from './local-clock.ts';
export { pastValueRoutes } from './past.routes.ts';
export type { StoredPoints } from './stored-points.ts';
export { telemetryRoutes } from './telemetry.routes.ts';
export { createTelemetry, type Telemetry } from './telemetry.service.ts';
export type { TelemetryLimits } from './telemetry.types.ts';
export { variableRoutes } from './variable.routes.ts';
