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
