import { execFile } from 'node:child_process';
import { access, chown, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileReason } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import type { Binaries } from './binaries.ts';
import { type ClusterPassword, keepPassword } from './password.ts';
import type { RunAs } from './run-as.ts';

const run = promisify(execFile);

/** Makes the database cluster unless there is one; returns whether it did. Throws a StartError when what is there is none any more. */
export async function initCluster(options: {
  binaries: Binaries;
  cluster: string;
  runAs: RunAs;
  password: ClusterPassword;
}): Promise<boolean> {
  const { binaries, cluster, runAs, password } = options;
  if (await exists(join(cluster, 'PG_VERSION'))) return false;
  await refuseDamaged(cluster);
  await keepPassword(password, runAs);
  // A half-made cluster of an interrupted first start never gets the final name.
  const unfinished = `${cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (runAs.user) await chown(unfinished, runAs.user.uid, runAs.user.gid);
  const [first = binaries.initdb, ...rest] = [...runAs.prefix, binaries.initdb];
  // Also behind the socket, whose directory only its owner can enter: other programs of that user have no business here.
  const host = process.platform === 'win32' ? 'scram-sha-256' : 'reject';
  const authentication = [
    '--auth-local=scram-sha-256',
    `--auth-host=${host}`,
    `--pwfile=${password.file}`,
    '--set=scram_iterations=1',
  ];
  // The built-in locale does not depend on the machine's, so a data directory can be moved to another one.
  const locale = ['--encoding=UTF8', '--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await run(first, [...rest, '-D', unfinished, '-U', 'cyno', ...authentication, ...locale], { ...runAs.user }).catch(
    (cause: Error & { stderr?: string }) => {
      throw new StartError(`The database cannot be made in ${cluster}: ${reason(cause)}`, { cause });
    },
  );
  await rename(unfinished, cluster);
  return true;
}

/** Making a new cluster over what is left of one would lose what can still be saved. */
async function refuseDamaged(cluster: string): Promise<void> {
  const entries = await readdir(cluster).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    throw new StartError(`The database in ${cluster} cannot be read: ${fileReason(cause)}.`, { cause });
  });
  if (entries.length === 0) return;
  throw new StartError(
    `The database in ${cluster} is damaged: its file PG_VERSION is missing. Restore the folder from a backup, or move it away to start with an empty database.`,
  );
}

function reason(error: Error & { stderr?: string }): string {
  const lines = (error.stderr ?? '').split('\n').filter((line) => /error|fatal|panic/i.test(line));
  return (lines[0] ?? error.message.split('\n')[0] ?? '').trim();
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
