export { sendDiskNotices } from './disk-notices.ts';
export { serverStatusRoutes } from './server-status.routes.ts';
export { ServerStatuses } from './server-status.service.ts';
