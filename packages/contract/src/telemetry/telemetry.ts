import { z } from 'zod';

const instant = z.coerce.number().int().min(0).max(8.64e15);

/** `keys` is a comma-separated list (default: all); `points` is how many points the screen can show. */
export const historyQuery = z
  .object({
    from: instant,
    to: instant,
    keys: z.string().max(4096).optional(),
    points: z.coerce.number().int().min(10).max(10_000).default(1000),
  })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export type HistoryQuery = z.infer<typeof historyQuery>;

export const historyResolution = z.enum(['raw', '1m', '5m', '1h', '1d']);

/**
 * History in columns: `times[i]` (ms since the epoch, ascending; the start of the bucket unless raw) belongs to index i of
 * every series. `value` is the raw value or the bucket's average; text variables have the raw text or the bucket's last one.
 */
export const historyResponse = z.object({
  from: z.number(),
  to: z.number(),
  resolution: historyResolution,
  /** Width of a bucket, ms; null when raw. */
  bucketMs: z.number().nullable(),
  times: z.array(z.number()),
  series: z.record(
    z.string(),
    z.object({
      value: z.array(z.union([z.number(), z.string(), z.null()])),
      min: z.array(z.number().nullable()).nullable(),
      max: z.array(z.number().nullable()).nullable(),
    }),
  ),
  /** When the board was not connected, clipped to the range. */
  offline: z.array(z.object({ from: z.number(), to: z.number() })),
});
export type HistoryResponse = z.infer<typeof historyResponse>;

/** `above` is a threshold: how long the variables were above and below it is then included too. `keys` as in a history. */
export const statisticsQuery = z
  .object({
    from: instant,
    to: instant,
    keys: z.string().max(4096).optional(),
    above: z.coerce.number().optional(),
  })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export type StatisticsQuery = z.infer<typeof statisticsQuery>;

/** An extreme and when it was first reached, ms since the epoch: within so many ms after `at`, 0 when exactly then. */
const extreme = z.object({ value: z.number(), at: z.number(), withinMs: z.number() });

/**
 * Figures of one variable. A value holds until the next one, at most three times as long as is usual between two; `coveredMs`
 * is how long there was one, and the integral and the times are made of that.
 */
export const variableStatistics = z.object({
  count: z.number(),
  min: extreme,
  max: extreme,
  /** Of the values, each weighted by how long it held. */
  mean: z.number(),
  median: z.number(),
  last: z.number(),
  sum: z.number(),
  coveredMs: z.number(),
  /** In the variable's unit times hours. */
  integral: z.number(),
  /** Null when no threshold was requested; a value that is the threshold is neither above nor below. */
  aboveMs: z.number().nullable(),
  belowMs: z.number().nullable(),
});
export type VariableStatistics = z.infer<typeof variableStatistics>;

/**
 * Statistics of numbers and switches (1 and 0). `estimated`: the mean, the median, the integral and the times come from averages, not from
 * each message; all else is exact. A variable without a number in the range is null.
 */
export const statisticsResponse = z.object({
  from: z.number(),
  to: z.number(),
  estimated: z.boolean(),
  variables: z.record(z.string(), variableStatistics.nullable()),
});
export type StatisticsResponse = z.infer<typeof statisticsResponse>;

export const exportFormat = z.enum(['csv', 'json', 'xlsx']);
export type ExportFormat = z.infer<typeof exportFormat>;

/**
 * All messages of a range, or what a history of so many `points` would show. `zone` is the IANA time zone in which a workbook
 * writes instants (default: the account's, else UTC); CSV and JSON are in UTC.
 */
export const exportQuery = z
  .object({
    from: instant,
    to: instant,
    format: exportFormat.default('csv'),
    keys: z.string().max(4096).optional(),
    points: z.coerce.number().int().min(10).max(10_000).optional(),
    zone: z.string().max(64).optional(),
  })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export type ExportQuery = z.infer<typeof exportQuery>;

/** A file holds the values of at most so many devices: as many as the History tab shows. */
export const maxExportDevices = 12;
const maxExportNames = 300;

/**
 * Values of several devices in one file: `of` names a device (`espid`) or one of its variables (`espid:key`), and may be repeated.
 * `content` `notes` requests the notes on their time lines alone; workbooks and JSON have them besides the values.
 */
export const exportManyQuery = z
  .object({
    from: instant,
    to: instant,
    format: exportFormat.default('csv'),
    of: z
      .union([z.string(), z.array(z.string())])
      .transform((names) => [names].flat())
      .refine((names) => names.length <= maxExportNames, {
        message: `Name at most ${maxExportNames} variables.`,
      }),
    points: z.coerce.number().int().min(10).max(2_000).optional(),
    zone: z.string().max(64).optional(),
    content: z.enum(['values', 'notes']).default('values'),
  })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export type ExportContent = z.infer<typeof exportManyQuery>['content'];

/** The response header of an export with about how many bytes will come. */
export const exportLengthHeader = 'x-estimated-length';

export const sparklineQuery = z.object({
  minutes: z.coerce.number().int().min(5).max(1440).default(60),
  points: z.coerce.number().int().min(10).max(200).default(60),
});
/** For every own device (by espid) and variable (by key): `points` averages that end now, null where nothing came. */
export const sparklineResponse = z.object({
  from: z.number(),
  to: z.number(),
  bucketMs: z.number(),
  devices: z.record(z.string(), z.record(z.string(), z.array(z.number().nullable()))),
});
export type SparklineResponse = z.infer<typeof sparklineResponse>;
