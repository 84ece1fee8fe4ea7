export { LiveConnection } from './live.connection.ts';
export { liveRoutes } from './live.routes.ts';
export { Live } from './live.service.ts';
