import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../platform/backup/index.ts';

const noteSchema = z.object({
  /** Of Cyno: which upgrades, or failed to. */
  version: z.string(),
  /** What the data was used by before, as a part of a sentence. */
  earlier: z.string(),
  /** The path of the backup of before: the schema may have changed. */
  snapshot: z.string().optional(),
  /** Why that version does not run with the data, which is as it was before. */
  failed: z.string().optional(),
});
type UpgradeNote = z.infer<typeof noteSchema>;

/** Where an upgrade is noted from before the schema changes until a version runs with the data. */
export const upgradeNoteOf = (dataDirectory: string): string => join(dataDirectory, 'upgrade.json');

/** Notes an upgrade; it is on the disk when this resolves. */
export const noteUpgrade = (dataDirectory: string, note: UpgradeNote): Promise<void> =>
  replaceFile(upgradeNoteOf(dataDirectory), JSON.stringify(note));

/** Undefined: none is under way, and none has failed. */
export async function readUpgradeNote(dataDirectory: string): Promise<UpgradeNote | undefined> {
  const content = await readFile(upgradeNoteOf(dataDirectory), 'utf8').catch(() => undefined);
  try {
    return content === undefined ? undefined : noteSchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

/** To be called when a version runs with the data. */
export const forgetUpgrade = (dataDirectory: string): Promise<void> =>
  rm(upgradeNoteOf(dataDirectory), { force: true });
