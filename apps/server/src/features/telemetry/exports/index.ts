export type { ExportNote } from './export-notes.ts';
export { exportRoutes } from './exports.routes.ts';
export { Exports } from './exports.service.ts';
