export { liveRoutes } from './live.routes.ts';
export { Live, type LiveNotice } from './live.service.ts';
