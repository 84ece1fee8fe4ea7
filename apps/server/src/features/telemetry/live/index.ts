export { LiveConnection } from './live.connection.ts';
export { liveRoutes } from './live.routes.ts';
export { Live, type LiveNotice } from './live.service.ts';
