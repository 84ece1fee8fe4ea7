import { z } from 'zod';
import { errorBody } from '../errors.ts';

/** Why it was made: by the plan, by a person, or before an upgrade. */
export const backupKind = z.enum(['planned', 'manual', 'upgrade']);
export type BackupKind = z.infer<typeof backupKind>;

/** A backup; instants in ms since the epoch. */
export const backup = z.object({
  file: z.string(),
  bytes: z.number().int(),
  /** The instant that it holds. */
  at: z.number(),
  kind: backupKind,
  encrypted: z.boolean(),
  /** The version of Cyno that made it. */
  version: z.string(),
  tookMs: z.number().int(),
  /** When it was restored and compared, and what was equal; null: it was not, because of `unchecked`. */
  checked: z
    .object({ at: z.number(), tables: z.number().int(), rows: z.number().int(), tookMs: z.number().int() })
    .nullable(),
  unchecked: z.string().nullable(),
});
export type Backup = z.infer<typeof backup>;

/** How far a backup or a restore is: bytes while it is copied, tables while they are summed and compared. */
export const backupProgress = z.object({
  phase: z.enum(['copying', 'summing', 'fetching', 'unpacking', 'recovering', 'comparing', 'storing']),
  done: z.number(),
  all: z.number(),
});
export type BackupProgress = z.infer<typeof backupProgress>;

/** Why a backup was not made or a target cannot be used: a sentence, and the reason for which a client has a text of its own. */
export const backupFailure = errorBody.pick({ error: true, reason: true, values: true });
export type BackupFailure = z.infer<typeof backupFailure>;

/** `GET /api/admin/backups`. Backups newest first. */
export const backups = z.object({
  /** Where they are, without secrets. */
  target: z.string(),
  /** Why the target cannot be used now; null: it can. */
  unreachable: backupFailure.nullable(),
  /** Of how many days each moment can be restored, and since when it can; null: not yet. Null: no log is stored for that. */
  pointInTime: z.object({ days: z.number().int(), since: z.number().nullable() }).nullable(),
  every: z.enum(['day', 'week', 'off']),
  /** Time of day in the time zone of the server. */
  at: z.string(),
  /** When the next one is planned; null: none is. */
  nextAt: z.number().nullable(),
  keep: z.object({ days: z.number().int(), weeks: z.number().int(), months: z.number().int() }),
  /** A passphrase is set. */
  encrypted: z.boolean(),
  /** Null: none is being made. `progress` is null before it has begun to copy. */
  running: z.object({ startedAt: z.number(), progress: backupProgress.nullable() }).nullable(),
  /** How the last one ended; null: there was none. `failure` null: it was made. */
  lastRun: z.object({ startedAt: z.number(), endedAt: z.number(), failure: backupFailure.nullable() }).nullable(),
  backups: z.array(backup),
});
export type Backups = z.infer<typeof backups>;

export const backupParams = z.object({ file: z.string().max(200) });
/** `path`: where the browser fetches it, once, within a minute. */
export const backupDownload = z.object({ path: z.string() });
export const backupDownloadQuery = z.object({ ticket: z.string() });

/** What the page of the first start sends of a backup at once. */
export const restorePieceBytes = 4 * 1024 ** 2;
/** The names that archives have. */
export const archiveName = /^cyno-\d{8}T\d{6}Z[\w-]{0,40}\.tar\.zst(\.age)?$/;

export const restoreOpen = z.object({ setupCode: z.string().max(64) });
/** `token`: send it as a bearer token from then on; an earlier one stops working. */
export const restoreOpened = z.object({
  token: z.string(),
  /** Where backups are looked for, without secrets. */
  target: z.string(),
  /** Those that lie there, newest first. */
  archives: z.array(z.object({ file: z.string(), bytes: z.number().int(), encrypted: z.boolean() })),
});
export type RestoreOpened = z.infer<typeof restoreOpened>;

/** `bytes`: of the whole archive. */
export const restorePieceQuery = z.object({
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  bytes: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
export const restorePieceReceived = z.object({ received: z.number().int() });

/** `file`: one of the archives; null: the one that was uploaded. Without a passphrase that of the server is tried. */
export const restoreRequest = z.object({
  file: z.string().regex(archiveName).nullable(),
  passphrase: z.string().max(1_000).nullable(),
});
/** How far a restore is. When it is done the server starts again, and nobody knows the token any more. */
export const restoreState = z.object({
  running: z.object({ progress: backupProgress.nullable() }).nullable(),
  /** Why the last one changed nothing; null: none failed. */
  failure: errorBody.nullable(),
});
export type RestoreState = z.infer<typeof restoreState>;
