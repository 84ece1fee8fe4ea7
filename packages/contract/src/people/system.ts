import { z } from 'zod';

/** The queues that the System page shows; the names are those of `/metrics` too. Those that end in `_bytes` are measured in bytes. */
export const queueName = z.enum(['messages', 'spool_bytes', 'mails', 'password_hashes', 'database_connections']);
export type QueueName = z.infer<typeof queueName>;

/** What a certificate is for. */
export const certificateName = z.enum(['mqtt', 'web', 'root']);
export type CertificateName = z.infer<typeof certificateName>;

export const serverCertificate = z.object({
  name: certificateName,
  subject: z.string(),
  issuer: z.string(),
  expiresAt: z.number(),
  isSelfSigned: z.boolean(),
  /** True: the server replaces it in time by itself. */
  renewsItself: z.boolean(),
  /** DNS names and addresses. */
  names: z.array(z.string()),
  startsAt: z.number(),
  /** When the server replaces it; null: it does not. */
  renewsAt: z.number().nullable(),
  /** Why the last attempt failed, when none succeeded since; in English. */
  failure: z.object({ at: z.number(), text: z.string(), nextTryAt: z.number() }).nullable(),
});
export type ServerCertificate = z.infer<typeof serverCertificate>;

/** A background job; `cron` in UTC. `at`: when its last run ended, or began while it is running. */
export const serverJob = z.object({
  name: z.string(),
  cron: z.string(),
  /** `skipped`: it removes by age, and the clock may be wrong. */
  state: z.enum(['never', 'running', 'done', 'skipped', 'failed']),
  at: z.number().nullable(),
  ms: z.number().nullable(),
  error: z.string().nullable(),
});
export type ServerJob = z.infer<typeof serverJob>;

/** Warnings and errors of the log, counted by message since the start. */
export const loggedError = z.object({
  level: z.enum(['warning', 'error']),
  text: z.string(),
  part: z.string().nullable(),
  count: z.number().int(),
  lastAt: z.number(),
});
export type LoggedError = z.infer<typeof loggedError>;

/** What takes space: folders of the data folder, and parts of the database. */
export const storedKind = z.enum([
  'telemetry',
  'database_rest',
  'wal',
  'spool',
  'reports',
  'logs',
  'exports',
  'outbox',
  'backups',
  'rest',
]);
export type StoredKind = z.infer<typeof storedKind>;

/** `dayBytes`: how much it grew within the last day; null: not known yet. */
export const storedSize = z.object({ what: storedKind, bytes: z.number(), dayBytes: z.number().nullable() });
export type StoredSize = z.infer<typeof storedSize>;

export const databaseFigures = z.object({
  version: z.string(),
  isEmbedded: z.boolean(),
  sizeBytes: z.number(),
  connections: z.number().int(),
  maxConnections: z.number().int(),
  /** How long a small query took. */
  latencyMs: z.number(),
  /** Queries that have been running for longer than 5 s. */
  slowQueries: z.number().int(),
  /** Null: no transaction is open. */
  oldestTransactionMs: z.number().nullable(),
});
export type DatabaseFigures = z.infer<typeof databaseFigures>;

/** The clients that connect to one of several servers with NATS between them, and how that server is. */
export const serverLink = z.object({
  boards: z.number().int(),
  /** Open connections of browsers; null: not known, of the server that serves. */
  pages: z.number().int().nullable(),
  /** Messages that its boards published, over the last ten seconds; null: not measured yet. */
  messagesPerSecond: z.number().nullable(),
  /** The round trip to the server that serves; null: not measured yet, or it is that one. */
  delayMs: z.number().nullable(),
  /** How far its clock is ahead of that of the server that serves; null: not known yet, or it is that one. */
  clockAheadMs: z.number().nullable(),
  /** True: by more than 5 s, so that timers would run at a wrong time if it took over. */
  isClockOff: z.boolean(),
  /** True: an administrator has sent its clients to the other servers. */
  isDrained: z.boolean(),
});
export type ServerLink = z.infer<typeof serverLink>;

/** One of several servers that share the database. Instants in ms since the epoch. */
export const listedServer = z.object({
  name: z.string(),
  version: z.string(),
  /** False: it is on standby. */
  serves: z.boolean(),
  /** Since when it serves or is on standby. */
  since: z.number(),
  /** Where it connects to the database from; null: from the machine of the database. */
  address: z.string().nullable(),
  /** Null: there is no NATS between the servers, or this one is on standby and not linked to the one that serves. */
  link: serverLink.nullable(),
});
export type ListedServer = z.infer<typeof listedServer>;

/** `GET /api/admin/system`. Instants in ms since the epoch. */
export const systemReport = z.object({
  now: z.number(),
  version: z.string(),
  /** Null: none is known, or nobody is called to learn it (`UPDATE_CHECK_URL`). */
  newerVersion: z.string().nullable(),
  nodeVersion: z.string(),
  /** Such as `linux arm64`. */
  platform: z.string(),
  processors: z.number().int(),
  startedAt: z.number(),
  memory: z.object({
    usedBytes: z.number(),
    heapBytes: z.number(),
    heapLimitBytes: z.number(),
    machineBytes: z.number(),
  }),
  /** Null: it does not respond. */
  database: databaseFigures.nullable(),
  boards: z.number().int(),
  /** The one that serves first; empty: this server is the only one. Null: the database does not respond. */
  servers: z.array(listedServer).nullable(),
  /** The largest first. */
  sizes: z.array(storedSize),
  /** `days` null: it is not filling, or not known for a day yet. */
  disksFullIn: z.array(z.object({ disk: z.string(), days: z.number().nullable() })),
  queues: z.array(z.object({ name: queueName, used: z.number(), limit: z.number() })),
  /** Null: the database does not respond. */
  jobs: z.array(serverJob).nullable(),
  certificates: z.array(serverCertificate),
  /** The newest first. */
  errors: z.array(loggedError),
});
export type SystemReport = z.infer<typeof systemReport>;

/** The figures of one minute. What could not be measured is null. */
export const systemSample = z.object({
  /** Messages of boards in the minute: that came, that were stored, and that were lost or not acknowledged. */
  received: z.number().nullable(),
  stored: z.number().nullable(),
  lost: z.number().nullable(),
  /** How late the event loop was, 99th percentile. */
  delayMs: z.number().nullable(),
  memoryBytes: z.number().nullable(),
  databaseMs: z.number().nullable(),
  databaseBytes: z.number().nullable(),
  spoolBytes: z.number().nullable(),
  diskFreeBytes: z.number().nullable(),
  boards: z.number().nullable(),
});
export type SystemSample = z.infer<typeof systemSample>;

/** `GET /api/admin/system/samples`: the last day, a sample a minute, oldest first. */
export const systemSamples = z.object({ samples: z.array(systemSample.extend({ at: z.number() })) });
export type SystemSamples = z.infer<typeof systemSamples>;

/** `POST /api/admin/system/jobs/:name/run` */
export const jobParams = z.object({ name: z.string().max(100) });
/** `POST /api/admin/system/servers/:name/drain`: whether the server is to take no clients from now on. */
export const serverParams = z.object({ name: z.string().max(100) });
export const drainRequest = z.object({ drained: z.boolean() });
/** `POST /api/admin/system/bundle`: the path of the file, which works once within a minute. */
export const bundleLink = z.object({ path: z.string() });
export const bundleQuery = z.object({ ticket: z.string().regex(/^[\w-]{43}$/) });
