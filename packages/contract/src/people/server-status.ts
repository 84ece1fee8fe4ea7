import { z } from 'zod';

/** Something that is wrong with the server. While one is `failing` it is not ready (`/readyz` returns 503). */
export const serverProblem = z.object({
  part: z.enum([
    'storage',
    'spool',
    'disk',
    'clock',
    'server',
    'database',
    'memory',
    'load',
    'jobs',
    'messages',
    'certificate',
    'backup',
  ]),
  severity: z.enum(['failing', 'warning']),
  /** True: administrators must know it on every page. */
  urgent: z.boolean(),
  /** In English: sentences that describe what is wrong and what to do. */
  text: z.string(),
  /** Of `ServerProblemValues`. */
  reason: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Ms since the epoch. */
  since: z.number(),
});
export type ServerProblem = z.infer<typeof serverProblem>;

/** The disk that holds something; `level` is the threshold that it is above, percent. */
export const serverDisk = z.object({
  /** What it holds, such as `data folder`. */
  name: z.string(),
  path: z.string(),
  totalBytes: z.number(),
  freeBytes: z.number(),
  usedPercent: z.number().int(),
  level: z.union([z.literal(0), z.literal(80), z.literal(95)]),
  /** True when less is free than the server needs. */
  tooFull: z.boolean(),
});
export type ServerDisk = z.infer<typeof serverDisk>;

/** The clock of the machine was set: what it showed afterwards, and how far it jumped (negative: back). */
export const clockJump = z.object({ at: z.number(), byMs: z.number() });
export type ClockJump = z.infer<typeof clockJump>;

/** A file of the spool that cannot be read; it lies in `spool/unreadable/` of the data folder. `reason` is a part of a sentence. */
export const unreadableFile = z.object({ name: z.string(), bytes: z.number(), reason: z.string(), at: z.number() });
export type UnreadableFile = z.infer<typeof unreadableFile>;

/** Messages whose instant is later than `laterThan`, which the clock of the server has not reached. */
export const futureRows = z.object({
  laterThan: z.number(),
  rows: z.number().int(),
  devices: z.number().int(),
  /** The latest instant; null: there are none. */
  newestAt: z.number().nullable(),
});
export type FutureRows = z.infer<typeof futureRows>;

/** How much history is stored; how many messages are not packed yet is an estimate of the database. */
export const storedHistory = z.object({
  packedMessages: z.number(),
  packedBytes: z.number(),
  rowMessages: z.number(),
  rowBytes: z.number(),
  /** Rollups, packed or not. */
  rollupBytes: z.number(),
  /** Hours of devices that stay as they are because they cannot be packed. */
  refusedHours: z.number().int(),
  /** Hours of devices that could not be read since the start. */
  damagedHours: z.number().int(),
});
export type StoredHistory = z.infer<typeof storedHistory>;

/** `GET /api/admin/server`. Instants in ms since the epoch. */
export const serverStatus = z.object({
  /** What the clock of the server shows. */
  now: z.number(),
  ready: z.boolean(),
  problems: z.array(serverProblem),
  disks: z.array(serverDisk),
  storage: z.object({
    /** When a message was last committed; null: not since the start. */
    storedAt: z.number().nullable(),
    pendingMessages: z.number().int(),
    spoolBytes: z.number(),
    spoolLimitBytes: z.number(),
    /** The newest hundred. */
    unreadable: z.array(unreadableFile),
    /** As of the last minutes; null: the database does not respond. */
    history: storedHistory.nullable(),
  }),
  clock: z.object({
    /** Of the last day, newest first. */
    jumps: z.array(clockJump),
    /** Null: they could not be counted. */
    future: futureRows.nullable(),
  }),
});
export type ServerStatus = z.infer<typeof serverStatus>;

/** The last instant that a `Date` can hold. */
const lastInstant = 8_640_000_000_000_000;

/** `POST /api/admin/server/remove-future` (needs a proof): removes what is later than that, and in the future in any case. */
export const removeFutureRequest = z.object({ laterThan: z.number().int().min(0).max(lastInstant) });
export const removeFutureResponse = z.object({ message: z.string(), rows: z.number().int() });
export type RemoveFutureResponse = z.infer<typeof removeFutureResponse>;
