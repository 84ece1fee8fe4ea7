import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Every line that the server has written to its log. */
export async function readLog(directory: string): Promise<string[]> {
  const folder = join(directory, 'logs');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.log')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.flatMap((text) => text.split('\n').filter(Boolean));
}
