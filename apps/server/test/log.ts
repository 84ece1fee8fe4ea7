import { type Logger, pino } from 'pino';

export const silentLogger: Logger = pino({ level: 'silent' });
