import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replacedEntries } from './data-files.ts';
import { refuseMounts } from './refuse-mounts.ts';
import { replaceFile } from './replace-file.ts';

/** In the data directory: the restored data before it is in its place, and the note that it is to be put there. */
export const unfinished = 'restore.unfinished';
export const noteFile = 'restore.json';

const noteSchema = z.object({
  /** Where the data of before goes, in the data directory. */
  aside: z.string(),
  step: z.enum(['filling', 'filled', 'moving aside', 'moving in']),
  /** Of rows that fill a database of the operator: the restore counts when the database has this mark. */
  mark: z.string().optional(),
});
type Note = z.infer<typeof noteSchema>;

/** Puts prepared data in the place of that of now, which is moved aside; returns where to. No server runs on it. */
export async function putInPlace(dataDirectory: string, now: Date): Promise<string> {
  // With a database of the operator it is planned since its rows came in.
  if (!isHalfRestored(dataDirectory)) await planRestore(dataDirectory, now);
  return join(dataDirectory, (await finishMoves(dataDirectory)) ?? '');
}

/** Lets the next start put prepared data in the place of that of now; returns where this goes. */
export async function planRestore(dataDirectory: string, now: Date): Promise<string> {
  const aside = asideAt(now);
  await writeNote(dataDirectory, { aside, step: 'moving aside' });
  return join(dataDirectory, aside);
}

/** Lets the next start do the same as soon as a database of the operator has the rows of the restore with this mark, and else go back. */
export async function planFilling(dataDirectory: string, { mark, now }: { mark: string; now: Date }): Promise<void> {
  await writeNote(dataDirectory, { aside: asideAt(now), step: 'filling', mark });
}

const asideAt = (now: Date): string => `before-restore-${now.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Whether `finishRestore` must move data before it is whole. */
export const isHalfRestored = (dataDirectory: string): boolean => existsSync(join(dataDirectory, noteFile));

/** Moves data as the note has it, also after it was killed in the middle; returns where the previous data is in the data directory. */
export async function finishMoves(dataDirectory: string): Promise<string | undefined> {
  const note = await readNote(dataDirectory);
  if (!note) return undefined;
  const { aside } = note;
  if (note.step === 'moving aside') {
    const replaced = await replacedEntries(dataDirectory, await readdir(join(dataDirectory, unfinished)));
    await refuseMounts(dataDirectory, replaced);
    await mkdir(join(dataDirectory, aside), { recursive: true, mode: 0o700 });
    for (const name of replaced) {
      await rename(join(dataDirectory, name), join(dataDirectory, aside, name));
    }
    await writeNote(dataDirectory, { aside, step: 'moving in' });
  }
  for (const name of await readdir(join(dataDirectory, unfinished))) {
    await rename(join(dataDirectory, unfinished, name), join(dataDirectory, name));
  }
  // In this order: a note without the folder could never be followed.
  await rm(join(dataDirectory, noteFile));
  await rm(join(dataDirectory, unfinished), { recursive: true });
  // It is empty when there was no data; else it stays.
  await rmdir(join(dataDirectory, aside)).catch(() => undefined);
  return aside;
}

export async function readNote(dataDirectory: string): Promise<Note | undefined> {
  const content = await readFile(join(dataDirectory, noteFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return content === undefined ? undefined : noteSchema.parse(JSON.parse(content));
}

export const writeNote = (dataDirectory: string, note: Note): Promise<void> =>
  replaceFile(join(dataDirectory, noteFile), JSON.stringify(note));
