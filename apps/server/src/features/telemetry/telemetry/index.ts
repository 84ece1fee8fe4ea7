export { createTelemetry, type Telemetry } from './telemetry.service.ts';

export { variableRoutes } from './variable.routes.ts';
