import { type DestinationStream, type Level, type Logger, multistream, pino } from 'pino';
import type { Metrics } from '../metrics/index.ts';
import { RecentErrors } from './recent-errors.ts';
import { redact, scrubLine, serializeError } from './redaction.ts';
import { openRollingFile } from './rolling-file.ts';

export type LogLevel = Level | 'silent';

export interface Log {
  readonly log: Logger;
  /** Warnings and errors since the start. */
  readonly recentErrors: RecentErrors;
  /** Writes what waits, for a second at most; what is logged afterwards is dropped. */
  close(): Promise<void>;
}

/** Where lines go: `stdout` writes no files, for containers whose platform collects what they print. */
export type LogTarget = 'files' | 'stdout' | 'both';

interface LogOptions {
  readonly level: LogLevel;
  readonly directory: string;
  readonly to?: LogTarget;
  readonly metrics?: Metrics;
}

/**
 * Writes JSON lines to rotated files in `directory` (all of the level and above) and to standard output (warnings and
 * above only, when a person reads it, so that the start block stays in sight). An error that nobody catches is written down
 * before it ends the process.
 */
export async function openLog({ level, directory, to = 'both', metrics }: LogOptions): Promise<Log> {
  const file = to === 'stdout' ? undefined : await openRollingFile(directory);
  const recentErrors = new RecentErrors(metrics);
  const lowest = level === 'silent' ? 'fatal' : level;
  const streams = multistream([
    { level: 'warn', stream: { write: (line) => recentErrors.note(line) } },
    ...(file ? [{ level: lowest, stream: file.stream }] : []),
    ...(to === 'files' ? [] : [standardOutput(to === 'stdout' ? lowest : 'info')]),
  ]);
  const log = pino(
    {
      level,
      base: null,
      redact,
      serializers: { err: serializeError },
      hooks: { streamWrite: scrubLine },
    },
    streams,
  );
  const crashed = (err: Error) => {
    const entry = { level: pino.levels.values.fatal, time: Date.now(), err: serializeError(err), msg: 'Cyno crashed' };
    const line = scrubLine(`${JSON.stringify(entry)}\n`);
    if (file) file.writeLast(line);
    else process.stdout.write(line);
  };
  process.on('uncaughtExceptionMonitor', crashed);
  return {
    log,
    recentErrors,
    async close() {
      process.off('uncaughtExceptionMonitor', crashed);
      await file?.close();
    },
  };
}

const standardOutput = (level: Level) =>
  process.stdout.isTTY
    ? ({ level: 'warn', stream: shortLines(process.stdout) } as const)
    : { level, stream: process.stdout };

const levelNames: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };

/** What moves the cursor, colours text, turns its direction or begins a line: strangers choose some texts. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/** One short line for each entry: a person at a terminal reads the sentence; the rest is in the file. */
function shortLines(output: NodeJS.WritableStream): DestinationStream {
  return {
    write(line) {
      const entry: { level: number; msg?: string; err?: { message?: string } } = JSON.parse(line);
      const cause = entry.err?.message && entry.err.message !== entry.msg ? `: ${entry.err.message}` : '';
      const text = `${entry.msg ?? ''}${cause}`.replaceAll(unprintable, ' ');
      output.write(`${levelNames[entry.level] ?? 'info'}: ${text}\n`);
    },
  };
}
