export { telemetryRoutes } from './telemetry.routes.ts';
export { createTelemetry, type Telemetry } from './telemetry.service.ts';
