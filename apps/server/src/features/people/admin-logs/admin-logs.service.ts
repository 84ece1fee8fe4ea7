import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type {
  LogFile as LogFileResponse,
  LogFileState,
  LogFiles,
  LogMatches,
  LogMatchesQuery,
  LogWindow,
  LogWindowQuery,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because } from '../../../platform/errors.ts';
import { FairPlaces } from '../../../platform/fair-places/index.ts';
import { type LogFile, listLogFiles } from '../../../platform/log/index.ts';
import { KnownFiles } from './known-files.ts';
import { lineFilter } from './line-filter.ts';
import type { LineIndex, Patience } from './line-index.ts';
import { readLines, readTail, search } from './line-scan.ts';

/** One response costs this much reading at most; the page requests more. */
const patienceMs = 400;
/** The first response about a file has its newest lines, which need no counting. */
const firstPatienceMs = 50;
const readersAtOnce = 4;
const maxWaiting = 32;
const retryAfterSeconds = 2;

interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly growing: boolean;
  readonly id: string;
  readonly index: LineIndex;
}

/**
 * Reads the log files of this server for administrators. A name from outside is only ever compared with the directory's
 * listing; memory is bounded by an index of 100 bytes for 64 KB of log and by 1 MB a response, and time by 0.4 s a
 * response.
 */
export class AdminLogs {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #known = new KnownFiles();
  readonly #places = new FairPlaces<string>({
    places: readersAtOnce,
    perKey: readersAtOnce,
    waitingPerKey: maxWaiting,
    refusal: busy,
  });

  constructor({ directory, clock }: { directory: string; clock: Clock }) {
    this.#directory = directory;
    this.#clock = clock;
  }

  async list(): Promise<LogFiles> {
    const files = await listLogFiles(this.#directory);
    const now = this.#clock.now();
    return { today: dayOf(now), now, files: files.map((file, place) => this.#describe(file, place === 0)) };
  }

  #describe({ name, day, number, bytes }: LogFile, growing: boolean): LogFileResponse {
    const startsAt = day === null ? null : startOf(day);
    return { name, day, startsAt, number, bytes, growing, counts: this.#known.find(name)?.counts ?? null };
  }

  /** Throws a 404 when there is no such log file (any more). */
  window(name: string, { from, count }: LogWindowQuery, signal: AbortSignal): Promise<LogWindow> {
    return this.#read(name, signal, async (file, state) => {
      const { handle, index, size } = file;
      if (state.counted < 1) return { state, lines: await readTail(handle, size, count) };
      return { state, lines: await readLines(handle, index, from ?? Math.max(0, index.lines - count), count) };
    });
  }

  /** Throws a 404 when there is no such log file (any more). */
  matches(name: string, query: LogMatchesQuery, signal: AbortSignal): Promise<LogMatches> {
    return this.#read(name, signal, async ({ handle, index }, state, patience) => {
      if (state.counted < 1) return { state, matches: [], next: null, searched: 0 };
      const { from, before = index.lines, limit, ...wanted } = query;
      const filter = lineFilter(wanted, index);
      const range = { filter, from, before: Math.min(before, index.lines), limit };
      const { matches, next } = await search(handle, index, range, patience);
      return { state, matches, next, searched: next === null ? 1 : shareBehind(index, next, from) };
    });
  }

  /** The file as it is now. Throws a 404 when there is no such log file (any more). */
  async download(name: string): Promise<{ stream: Readable; bytes: number }> {
    const { handle, size } = await this.#open(name);
    // `end` is inclusive, so an empty file needs care.
    if (size > 0) return { stream: handle.createReadStream({ start: 0, end: size - 1 }), bytes: size };
    return { stream: handle.createReadStream(), bytes: 0 };
  }

  /** Throws a 404 when there is no such log file (any more). */
  async check(name: string): Promise<void> {
    await this.#find(name);
  }

  #read<T>(
    name: string,
    signal: AbortSignal,
    work: (file: OpenFile, state: LogFileState, patience: Patience) => Promise<T>,
  ): Promise<T> {
    return this.#places.run({ key: this.#directory }, async () => {
      signal.throwIfAborted();
      const { handle, size, growing } = await this.#open(name);
      try {
        const known = this.#known.of(name, await handle.stat());
        const allowedMs = known.index.lines === 0 ? firstPatienceMs : patienceMs;
        const patience = { deadline: performance.now() + allowedMs, signal };
        const counting = known.turn.then(() => known.index.advance(handle, size, !growing, patience));
        known.turn = counting.catch(() => {});
        const isCounted = await counting;
        const { id, index } = known;
        const counted = isCounted ? 1 : Math.min(0.99, index.bytes / size);
        const state = { id, bytes: size, growing, counted, ...index.counts, sources: index.sources };
        return await work({ handle, size, growing, id, index }, state, patience);
      } finally {
        await handle.close();
      }
    });
  }

  async #find(name: string): Promise<{ growing: boolean }> {
    const files = await listLogFiles(this.#directory);
    const place = files.findIndex((file) => file.name === name);
    if (place === -1) throw gone();
    return { growing: place === 0 };
  }

  async #open(name: string): Promise<{ handle: FileHandle; size: number; growing: boolean }> {
    const { growing } = await this.#find(name);
    // Between the listing and now the file may have been replaced by a link, or removed.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(join(this.#directory, name), flags).catch(() => {
      throw gone();
    });
    const stats = await handle.stat();
    if (stats.isFile()) return { handle, size: stats.size, growing };
    await handle.close();
    throw gone();
  }
}

const gone = (): AppError =>
  new AppError(
    404,
    'not_found',
    'This log file does not exist. Old files are removed; choose another one.',
    because('log_file_gone'),
  );

const busy = (): AppError =>
  new AppError(503, 'unavailable', 'Many are reading the logs now. Try again in a moment.', {
    ...because('server_busy'),
    retryAfterSeconds,
  });

/** The share of what was requested that lies behind line number `next`, by bytes. */
function shareBehind(index: LineIndex, next: number, from: number): number {
  const offset = (line: number) => index.blocks[index.blockOf(line)]?.offset ?? 0;
  const start = offset(from);
  return Math.min(1, (index.bytes - offset(next)) / Math.max(1, index.bytes - start));
}

/** When a day such as `2026-11-21` begins by the server's own clock, ms since the epoch. */
function startOf(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

/** As the logger names its files: by the server's own time zone. */
function dayOf(instant: number): string {
  const at = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
