import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type DestinationStream, type Level, type Logger, multistream, pino, stdSerializers } from 'pino';
import pinoRoll from 'pino-roll';

export type LogLevel = Level | 'silent';

/** Secrets must not reach a log even when a whole request, error or configuration is logged. */
const secretNames = ['authorization', 'cookie', 'password', 'token', 'access_token', 'secret', 'set-cookie'];
const redact = {
  paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
  censor: '[redacted]',
};

const maxFileSize = '10m';
const keptFiles = 5;

/**
 * Writes JSON lines to a rotated file in `directory` (all of the level and above) and to standard output (warnings and
 * above only, when a person reads it, so that the start block stays in sight).
 */
export async function createLogger(options: { level: LogLevel; directory: string }): Promise<Logger> {
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const file = await pinoRoll({
    file: join(options.directory, 'server'),
    extension: '.log',
    size: maxFileSize,
    limit: { count: keptFiles, removeOtherLogFiles: true },
  });
  const streams = multistream([
    { level: options.level === 'silent' ? 'fatal' : options.level, stream: file },
    process.stdout.isTTY
      ? { level: 'warn', stream: shortLines(process.stdout) }
      : { level: 'info', stream: process.stdout },
  ]);
  return pino({ level: options.level, redact, serializers: { err: serializeError } }, streams);
}

/** What is known of an error without the objects that hang on it, nor the parameters of a failed query: they hold secrets. */
function serializeError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error);
  const code = 'code' in error ? { code: error.code } : {};
  const withoutParameters = (text: string) => text.replaceAll(/\nparams: .*/g, '');
  return { type, message: withoutParameters(message), stack: withoutParameters(stack), ...code };
}

const levelNames: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' };

/** One short line for each entry: a person at a terminal reads the sentence; the rest is in the file. */
function shortLines(output: NodeJS.WritableStream): DestinationStream {
  return {
    write(line) {
      const entry: { level: number; msg?: string; err?: { message?: string } } = JSON.parse(line);
      const cause = entry.err?.message && entry.err.message !== entry.msg ? `: ${entry.err.message}` : '';
      output.write(`${levelNames[entry.level] ?? 'info'}: ${entry.msg ?? ''}${cause}\n`);
    },
  };
}
