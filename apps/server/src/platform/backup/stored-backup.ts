import { z } from 'zod';

/** What is stored beside each archive, as JSON: what it is, and what was proven. An archive without it is none. */
export const storedBackupSchema = z.object({
  file: z.string(),
  bytes: z.number(),
  /** Of the whole file, hex. */
  sha256: z.string(),
  /** The instant that it holds, ms since the epoch. */
  at: z.number(),
  kind: z.enum(['planned', 'manual', 'upgrade']),
  encrypted: z.boolean(),
  version: z.string(),
  migration: z.number(),
  postgres: z.number(),
  platform: z.string(),
  tookMs: z.number(),
  /** When it was restored and compared, and what was equal; null: it was not, because of `unchecked`. */
  checked: z.object({ at: z.number(), tables: z.number(), rows: z.number(), tookMs: z.number() }).nullable(),
  unchecked: z.string().nullable(),
});
export type StoredBackup = z.infer<typeof storedBackupSchema>;
export type BackupKind = StoredBackup['kind'];
