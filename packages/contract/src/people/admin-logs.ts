import { z } from 'zod';

/** What a file is known to hold; grows while the server reads it for the first time. */
export const logCounts = z.object({
  lines: z.number().int(),
  /** Of level warn. */
  warnings: z.number().int(),
  /** Of level error and above. */
  errors: z.number().int(),
});
export type LogCounts = z.infer<typeof logCounts>;

/** A log file; `day` is that of the server's own time zone, null for a file whose name has none. */
export const logFile = z.object({
  name: z.string(),
  day: z.string().nullable(),
  /** When that day begins, ms since the epoch: readers in other time zones have other days. */
  startsAt: z.number().nullable(),
  /** Counts the files of a day from 1. */
  number: z.number().int(),
  bytes: z.number().int(),
  /** The server writes to it. */
  growing: z.boolean(),
  /** Null until somebody has opened the file. */
  counts: logCounts.nullable(),
});
export type LogFile = z.infer<typeof logFile>;

/** `GET /api/admin/logs`: newest first. `today` is the server's, `now` its clock, ms since the epoch. */
export const logFiles = z.object({ today: z.string(), now: z.number(), files: z.array(logFile) });
export type LogFiles = z.infer<typeof logFiles>;

/** A line as it stands in the file; `cut`: it is longer than the 64 KB that are shown. */
export const logLine = z.object({ line: z.number().int(), text: z.string(), cut: z.boolean() });
export type LogLine = z.infer<typeof logLine>;

/** How far the server knows the file. Two responses with another `id` are of two files that have the same name. */
export const logFileState = logCounts.extend({
  id: z.string(),
  bytes: z.number().int(),
  growing: z.boolean(),
  /** The share of the file that is counted, 0 to 1; below 1 request again. */
  counted: z.number(),
  /** The parts of the server that wrote it. */
  sources: z.array(z.string()),
});
export type LogFileState = z.infer<typeof logFileState>;

const lineNumber = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** At most this many lines a response. */
export const maxLogLines = 500;

/** `GET /api/admin/logs/:file`: lines from number `from` on (the first is 0), or the newest ones. */
export const logWindowQuery = z.object({
  from: lineNumber.optional(),
  count: z.coerce.number().int().min(0).max(maxLogLines).default(200),
});
export type LogWindowQuery = z.output<typeof logWindowQuery>;

/**
 * Oldest first; fewer than requested when they are long (1 MB a response). While the file is still being counted, the
 * newest lines have the numbers that they would have if the file began with them, so that something can be shown at once.
 */
export const logWindow = z.object({ state: logFileState, lines: z.array(logLine) });
export type LogWindow = z.infer<typeof logWindow>;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevelName = (typeof logLevels)[number];

/** What lines must be to be found: all of what is given. */
export const logFilter = z.object({
  /** Of this level or above. */
  level: z.enum(logLevels).optional(),
  /** In what is shown of a line, without regard to case. */
  text: z.string().min(1).max(200).optional(),
  /** The part of the server that wrote it. */
  source: z.string().min(1).max(64).optional(),
  /** ms since the epoch, both inclusive. */
  since: z.coerce.number().int().min(0).max(8.64e15).optional(),
  until: z.coerce.number().int().min(0).max(8.64e15).optional(),
  request: z.string().min(1).max(64).optional(),
});
export type LogFilter = z.output<typeof logFilter>;

/** `GET /api/admin/logs/:file/matches`: newest first, of lines number `from` (inclusive) to `before` (exclusive). */
export const logMatchesQuery = logFilter.extend({
  from: lineNumber.default(0),
  before: lineNumber.optional(),
  limit: z.coerce.number().int().min(1).max(maxLogLines).default(200),
});
export type LogMatchesQuery = z.output<typeof logMatchesQuery>;

/** A part of the search: the server looks for a moment only. `next` is the next `before`, null when all was looked at. */
export const logMatches = z.object({
  state: logFileState,
  matches: z.array(logLine),
  next: z.number().int().nullable(),
  /** The share of the requested lines that was searched so far by this and, if `before` was an earlier `next`, those before. */
  searched: z.number(),
});
export type LogMatches = z.infer<typeof logMatches>;

/** `POST /api/admin/logs/:file/download`: an address that works once, within a minute. */
export const logDownload = z.object({ path: z.string() });
export type LogDownload = z.infer<typeof logDownload>;
export const logDownloadQuery = z.object({ ticket: z.string().regex(/^[\w-]{43}$/) });
