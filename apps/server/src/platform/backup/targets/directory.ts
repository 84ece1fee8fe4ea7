import { copyFile, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectories } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import { becauseOf, fileProblem } from './explain.ts';
import { type BackupTarget, isLeftPart, partSuffix } from './target.ts';

/** Backups in a directory of this machine, which may be a disk of its own or a network drive. */
export function directoryTarget(directory: string): BackupTarget {
  const explained = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (cause) {
      if (cause instanceof StartError) throw cause;
      const problem = fileProblem(cause);
      throw new StartError(`The backup directory ${directory} cannot be used: ${problem.text}.`, {
        cause,
        ...becauseOf(directory, problem),
      });
    }
  };
  return {
    label: directory,
    isRemote: false,
    list: () =>
      explained(async () => {
        await makeDirectories(directory, 0o700);
        const found = await readdir(directory, { withFileTypes: true });
        const files = found.filter((entry) => entry.isFile() && !entry.name.endsWith(partSuffix));
        return Promise.all(files.map(async ({ name }) => ({ name, bytes: (await stat(join(directory, name))).size })));
      }),
    put: (name, path) =>
      explained(async () => {
        await makeDirectories(directory, 0o700);
        const target = join(directory, name);
        const moved = await rename(path, target).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'EXDEV') throw error;
            return false;
          },
        );
        if (!moved) await copyWhole(path, target);
        await sync(directory);
      }),
    read: (name) => explained(async () => (await open(join(directory, name))).createReadStream()),
    remove: (name) => explained(() => rm(join(directory, name), { force: true })),
    removeUnfinished: () =>
      explained(async () => {
        for (const name of await readdir(directory)) {
          const path = join(directory, name);
          if (isLeftPart(name, (await stat(path)).mtimeMs)) await rm(path, { force: true });
        }
      }),
    close: async () => {},
  };
}

async function copyWhole(from: string, to: string): Promise<void> {
  const part = to + partSuffix;
  const { size } = await stat(from);
  const { bavail, bsize } = await statfs(join(to, '..'));
  if (bavail * bsize < size) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  try {
    await copyFile(from, part);
    await sync(part);
    await rename(part, to);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** Also of a directory: a new name survives a power cut only then. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
