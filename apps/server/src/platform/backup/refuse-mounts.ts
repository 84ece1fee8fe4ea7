import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { because } from '../errors.ts';
import { StartError } from '../start-error.ts';

/** Throws a StartError when one of the entries of a directory is a mount point or has one below it: it could not be moved, or would be mounted over what is restored. */
export async function refuseMounts(directory: string, entries: readonly string[]): Promise<void> {
  const [root, mounts] = await Promise.all([realpath(directory), mountPoints()]);
  const mount = mounts.find((path) =>
    entries.some((entry) => path === join(root, entry) || path.startsWith(join(root, entry, '/'))),
  );
  if (mount === undefined) return;
  throw new StartError(
    `${mount} is a mount of its own, which a restore cannot move aside. Stop Cyno, unmount it, copy what it held into ${root}, and restore then.`,
    because('restore_mounted', { mount, folder: root }),
  );
}

/** Of this process (proc_pid_mountinfo(5)); elsewhere than on Linux none is known. A volume on the same disk has the same device number, which does not show it. */
async function mountPoints(): Promise<string[]> {
  const lines = (await readFile('/proc/self/mountinfo', 'utf8').catch(() => '')).split('\n');
  return lines.map((line) => unescapeOctal(line.split(' ')[4] ?? ''));
}

const unescapeOctal = (path: string): string =>
  path.replace(/\\(\d{3})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
