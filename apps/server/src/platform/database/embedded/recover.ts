import { execFile } from 'node:child_process';
import { chmod, lchown, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '../../log/index.ts';
import { findBinaries } from './binaries.ts';
import { createEndpoint } from './endpoint.ts';
import { keepHarmlessSettings } from './harmless-settings.ts';
import { endOrphan } from './orphan.ts';
import { findPassword } from './password.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { startServer } from './server-process.ts';
import { settingArguments } from './settings.ts';

const run = promisify(execFile);

interface Options {
  /** Holds the unpacked cluster and the password; nothing runs on it. */
  readonly directory: string;
  readonly log: Logger;
  /** Where the recovery ends: https://www.postgresql.org/docs/18/runtime-config-wal.html#RUNTIME-CONFIG-WAL-RECOVERY-TARGET */
  readonly target: { readonly recovery_target_name: string } | { readonly recovery_target_time: string };
  /** Brings a file of the log that is not in the cluster, as `restore_command`. */
  readonly restoreCommand?: string;
  /** The cluster is looked at and deleted, so that nothing need be safe on the disk. */
  readonly scratch: boolean;
}

/** A PostgreSQL that runs for a while on a recovered cluster. */
export interface RecoveredPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Of a cluster that is looked at and deleted. */
export const scratchSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '32MB',
  max_wal_size: '256MB',
};

/** Recovers a base backup up to an instant, and runs it. Rejects with PostgreSQL's message when it cannot be recovered so far. */
export async function recoverCluster({
  directory,
  log,
  target,
  restoreCommand,
  scratch,
}: Options): Promise<RecoveredPostgres> {
  const cluster = join(directory, 'cluster');
  const binaries = await findBinaries();
  const runAs = await chooseRunAs(binaries.postgres, dirname(directory));
  await endOrphan(cluster, binaries.pgCtl, log);
  await keepHarmlessSettings(cluster);
  await writeFile(join(cluster, 'recovery.signal'), '');
  if (runAs.user) await chownAll(directory, runAs.user);
  for (const path of [directory, cluster]) await chmod(path, 0o700);
  const endpoint = await createEndpoint({
    directory,
    owner: runAs.user,
    password: (await findPassword(directory)).value,
  });
  const settings = {
    ...endpoint.listen,
    // What it needs is in the cluster; without a command PostgreSQL does not recover to a target.
    restore_command: restoreCommand ?? 'exit 1',
    ...target,
    recovery_target_action: 'promote',
    hot_standby: 'off',
    archive_mode: 'off',
    autovacuum: 'off',
    ...(scratch && scratchSettings),
  };
  const args = ['-D', cluster, ...settingArguments(settings)];
  const server = await startServer({ program: binaries.postgres, args, runAs, log }).catch(async (error: unknown) => {
    await endpoint.remove();
    throw error;
  });
  return {
    url: endpoint.url('cyno'),
    async stop() {
      await server.stop();
      await endpoint.remove();
      if (!scratch) await syncCluster(cluster, binaries.initdb, runAs);
    },
  };
}

/** The major version of the PostgreSQL that is installed with Cyno. */
export async function embeddedPostgresVersion(): Promise<number> {
  const { stdout } = await run((await findBinaries()).postgres, ['--version']);
  return Number(/\) (\d+)/.exec(stdout)?.[1]);
}

/** The files that recovery did not touch were written by us, and stand in the memory of the system only. */
async function syncCluster(cluster: string, initdb: string, runAs: RunAs): Promise<void> {
  const [first = initdb, ...rest] = [...runAs.prefix, initdb];
  await run(first, [...rest, '--sync-only', '-D', cluster], { ...runAs.user });
}

async function chownAll(path: string, user: { uid: number; gid: number }): Promise<void> {
  await lchown(path, user.uid, user.gid);
  for (const entry of await readdir(path, { recursive: true })) await lchown(join(path, entry), user.uid, user.gid);
}
