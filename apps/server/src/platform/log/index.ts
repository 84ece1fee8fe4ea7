export type { Logger } from 'pino';
export { createLogger, type LogLevel } from './logger.ts';
