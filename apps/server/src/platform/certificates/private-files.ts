import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Everything of HTTPS that an installation keeps, of which most is secret. */
export const tlsDirectory = (dataDirectory: string): string => join(dataDirectory, 'tls');

/** Writes a file that only its owner may read, whole or not at all; throws the system's error. */
export async function writePrivate(path: string, content: string): Promise<void> {
  const directory = dirname(path);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const draft = `${path}.${randomBytes(4).toString('hex')}.new`;
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush: true });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Undefined: there is no such file. Throws the system's other errors. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The parsed JSON of a file; undefined where there is none, or one that is broken: what stands there is found again. */
export async function readJsonIfThere(path: string): Promise<unknown> {
  const text = await readIfThere(path);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
