export { computedRepository } from './computed.repository.ts';
export { computedRoutes } from './computed.routes.ts';
export { ComputedVariables } from './computed.service.ts';
