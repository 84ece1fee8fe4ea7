import { type Logger, pino } from 'pino';

export const silentLogger: Logger = pino({ level: 'silent' });

/** A logger whose lines a test can read. */
export function readableLogger(): { log: Logger; lines: Record<string, unknown>[]; texts(): string[] } {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines, texts: () => lines.map(({ msg }) => String(msg)) };
}
