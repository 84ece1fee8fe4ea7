export { adminLogRoutes } from './admin-logs.routes.ts';
export { AdminLogs } from './admin-logs.service.ts';
