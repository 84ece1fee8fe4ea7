import { type DestinationStream, type Level, type Logger, multistream, pino } from 'pino';
import { redact, scrubLine, serializeError } from './redaction.ts';
import { openRollingFile } from './rolling-file.ts';

export type LogLevel = Level | 'silent';

export interface Log {
  readonly log: Logger;
  /** Writes what waits, for a second at most; what is logged afterwards is dropped. */
  close(): Promise<void>;
}

/**
 * Writes JSON lines to rotated files in `directory` (all of the level and above) and to standard output (warnings and
 * above only, when a person reads it, so that the start block stays in sight). An error that nobody catches is written down
 * before it ends the process.
 */
export async function openLog(options: { level: LogLevel; directory: string }): Promise<Log> {
  const file = await openRollingFile(options.directory);
  const streams = multistream([
    { level: options.level === 'silent' ? 'fatal' : options.level, stream: file.stream },
    process.stdout.isTTY
      ? { level: 'warn', stream: shortLines(process.stdout) }
      : { level: 'info', stream: process.stdout },
  ]);
  const log = pino(
    {
      level: options.level,
      base: null,
      redact,
      serializers: { err: serializeError },
      hooks: { streamWrite: scrubLine },
    },
    streams,
  );
  const crashed = (err: Error) => {
    const entry = { level: pino.levels.values.fatal, time: Date.now(), err: serializeError(err), msg: 'Cyno crashed' };
    file.writeLast(scrubLine(`${JSON.stringify(entry)}\n`));
  };
  process.on('uncaughtExceptionMonitor', crashed);
  return {
    log,
    close() {
      process.off('uncaughtExceptionMonitor', crashed);
      return file.close();
    },
  };
}

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
