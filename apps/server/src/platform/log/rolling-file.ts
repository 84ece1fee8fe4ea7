import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import pinoRoll from 'pino-roll';
import { makeFolder } from '../make-folder.ts';
import { endTornLine, logFilePrefix, removeOldLogs } from './log-files.ts';

/** A new file each day and after this many bytes. */
const maxFileBytes = 64 * 1024 ** 2;
/** All files together, the one that grows included. */
const maxTotalBytes = 512 * 1024 ** 2;
const retentionDays = 14;
/** Lines that wait for a disk that is slow or full; above that, new ones are dropped. */
const maxWaitingBytes = 8 * 1024 ** 2;
const complainEveryMs = 60_000;
const closeWithinMs = 1_000;

export interface RollingFile {
  readonly stream: DestinationStream;
  /** Writes a line at once, for when the process is about to end without warning; does not throw. */
  writeLast(line: string): void;
  /** Writes what waits, for a second at most, and lets the file go; does not throw. */
  close(): Promise<void>;
}

/**
 * A file that is continued after a restart of whatever kind, and followed by a new one each day and after 64 MB. Files are stored for
 * 14 days, and 512 MB of them at most. A disk that takes nothing costs lines, never the process. Throws a StartError when the folder
 * cannot be made.
 */
export async function openRollingFile(directory: string): Promise<RollingFile> {
  await makeFolder(directory, 'holds the log');
  await endTornLine(directory);
  const stream = await pinoRoll({
    file: join(directory, logFilePrefix),
    extension: '.log',
    frequency: 'daily',
    dateFormat: 'yyyy-MM-dd',
    size: `${maxFileBytes}b`,
    maxLength: maxWaitingBytes,
    mode: 0o600,
  });
  const complain = createComplaint();
  stream.on('error', complain);
  const cleanup = () => {
    const keep = { days: retentionDays, bytes: maxTotalBytes - maxFileBytes, now: Date.now() };
    removeOldLogs(directory, keep).catch(complain);
  };
  // Also after each change of files, which the stream reports as being ready again.
  stream.on('ready', cleanup);
  await once(stream, 'ready').catch(complain);
  let isClosed = false;
  return {
    // What is logged while the last parts stop must not throw.
    stream: { write: (line) => void (isClosed || stream.write(line)) },
    writeLast(line) {
      try {
        appendFileSync(stream.file, line);
      } catch (error) {
        complain(error);
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      stream.end();
      // Its own flushSync would try a full disk for ever.
      await once(stream, 'close', { signal: AbortSignal.timeout(closeWithinMs) }).catch(() => stream.destroy());
    },
  };
}

/** A log that cannot be written cannot report it itself. */
function createComplaint(): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - last < complainEveryMs) return;
    last = performance.now();
    process.stderr.write(`The log file cannot be written: ${(error as Error).message}\n`);
  };
}
