import { readFile, rename, writeFile } from 'node:fs/promises';
import type { ImportStart, ImportState } from '@cyno/contract';

/** What is stored beside a file while it is imported, so that a server that was killed knows how far it came. */
export interface FileManifest {
  readonly deviceId: number;
  readonly accountId: number;
  readonly start: ImportStart;
  readonly state: Omit<ImportState, 'problem' | 'canGoOn'>;
}

const pathOf = (file: string) => `${file}.json`;

/** Writes it in one go: it is the former or the new one, never half of it. */
export async function writeManifest(file: string, manifest: FileManifest): Promise<void> {
  await writeFile(`${pathOf(file)}.new`, JSON.stringify(manifest), { mode: 0o600 });
  await rename(`${pathOf(file)}.new`, pathOf(file));
}

/** Undefined when the file was not being imported. */
export async function readManifest(file: string): Promise<FileManifest | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** The files that belong to one on its way: itself and what stands beside it. */
export const filesOf = (file: string): string[] => [file, pathOf(file), `${pathOf(file)}.new`];
