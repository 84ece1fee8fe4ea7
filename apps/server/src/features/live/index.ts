export { liveRoutes, maxMessageBytes } from './live.routes.ts';

export { Live } from './live.service.ts';
