export { liveRoutes } from './live.routes.ts';
export { Live } from './live.service.ts';
