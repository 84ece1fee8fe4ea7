export type { LiveScope } from './live.filters.ts';
export { liveRoutes } from './live.routes.ts';
export type { LiveScopes, OpenScope } from './live.scopes.ts';
export { Live } from './live.service.ts';
