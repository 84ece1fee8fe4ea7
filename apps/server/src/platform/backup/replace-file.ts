import { open, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Puts a file with this content in the place of what is there. It is whole and on the disk when this resolves. */
export async function replaceFile(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content);
  const handle = await open(`${path}.part`, 'r');
  await handle.sync().finally(() => handle.close());
  await rename(`${path}.part`, path);
  // Windows opens no directory.
  if (process.platform === 'win32') return;
  const directory = await open(dirname(path), 'r');
  await directory.sync().finally(() => directory.close());
}
