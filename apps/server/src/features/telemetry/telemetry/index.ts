export { exportRoutes } from './export.routes.ts';

export { pastValueRoutes } from './past.routes.ts';

export { telemetryRoutes } from './telemetry.routes.ts';
export { createTelemetry, type Telemetry } from './telemetry.service.ts';

export { variableRoutes } from './variable.routes.ts';
