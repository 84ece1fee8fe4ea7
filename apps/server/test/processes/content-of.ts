import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** All files of a data directory, with what is in them. */
export async function contentOf(data: string): Promise<Record<string, string>> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const read = async (file: string) => [file.slice(data.length + 1), await readFile(file, 'utf8')];
  return Object.fromEntries(await Promise.all(files.sort().map(read)));
}
