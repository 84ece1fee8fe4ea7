export type { Logger } from 'pino';
export { type LogFile, listLogFiles } from './log-files.ts';
export { type Log, openLog } from './logger.ts';
export { createQuietLog, type QuietLog } from './quiet-log.ts';
export { RecentErrors } from './recent-errors.ts';
