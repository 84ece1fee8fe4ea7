import { chmod, chown } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../log/index.ts';
import { makeFolder } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { initCluster } from './cluster.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import { endOrphan } from './orphan.ts';
import { findPassword, protectCluster } from './password.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { settingArguments } from './settings.ts';
import { archiveSettings, beginGap } from './wal-archive.ts';

/** The PostgreSQL that Cyno runs by itself. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Stops it within five seconds. */
  stop(): Promise<void>;
}

interface Options {
  /** Holds the cluster, and the socket unless the path is too long for one. */
  readonly directory: string;
  readonly log: Logger;
  /** Further settings of PostgreSQL. */
  readonly settings?: Record<string, string>;
  /** Stores the log of changes for points in time. */
  readonly archives?: boolean;
}

const databaseName = 'cyno';
const firstRestartDelayMs = 250;
const longestRestartDelayMs = 30_000;
/** A process that lived that long did not die of how it was started. */
const settledMs = 60_000;
const startTries = 10;
const startPauseMs = 500;

/**
 * Starts PostgreSQL on `directory` (made at the first start) and keeps it running: when it dies it is started again, with
 * growing delays. The caller holds a lock on the directory. Throws a StartError when it cannot start.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { directory, log } = options;
  const cluster = join(directory, 'cluster');
  const binaries = await findBinaries();
  await makeFolder(directory, 'holds the database');
  const runAs = await chooseRunAs(binaries.postgres, dirname(directory));
  if (runAs.user) await chown(directory, runAs.user.uid, runAs.user.gid);
  await chmod(directory, 0o700);
  const password = await findPassword(directory);
  const endpoint = await createEndpoint({ directory, owner: runAs.user, password: password.value });
  const isNew = await initCluster({ binaries, cluster, runAs, password });
  await endOrphan(cluster, binaries.pgCtl, log);
  await endpoint.removeLeftovers();
  if (!isNew) await startPatiently(() => protectCluster({ binaries, cluster, runAs, password }));
  if (!options.archives) await beginGap(directory, runAs);
  const settings = { ...options.settings, ...(options.archives && (await archiveSettings(directory, runAs))) };
  const start = () => startCluster({ binaries, cluster, endpoint, runAs, options: { ...options, settings } });
  const first = await startPatiently(start).catch((cause: Error) => {
    throw new StartError(`The embedded PostgreSQL does not start: ${cause.message}`, { cause });
  });
  await createDatabase(endpoint.url('postgres'));
  const supervisor = keepRunning(first, start, log);
  return {
    url: endpoint.url(databaseName),
    stop: async () => {
      await supervisor.stop();
      await endpoint.remove();
    },
  };
}

/** For a moment after a crash the last processes of the earlier run still hold its memory; then PostgreSQL refuses to start. */
async function startPatiently<Started>(start: () => Promise<Started>): Promise<Started> {
  for (let tries = 1; ; tries++) {
    try {
      return await start();
    } catch (error) {
      const inUse = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!inUse || tries === startTries) throw error;
      await wait(startPauseMs);
    }
  }
}

interface Cluster {
  readonly binaries: Binaries;
  readonly cluster: string;
  readonly endpoint: Endpoint;
  readonly runAs: RunAs;
  readonly options: Options;
}

function startCluster({ binaries, cluster, endpoint, runAs, options }: Cluster): Promise<ServerProcess> {
  return startServer({
    program: binaries.postgres,
    args: ['-D', cluster, ...settingArguments({ ...endpoint.listen, ...options.settings })],
    runAs,
    log: options.log,
  });
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (!rowCount) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}

function keepRunning(first: ServerProcess, start: () => Promise<ServerProcess>, log: Logger) {
  const stopping = new AbortController();
  let current: ServerProcess | undefined = first;
  const supervise = async () => {
    let delayMs = firstRestartDelayMs;
    while (!stopping.signal.aborted) {
      const startedAt = performance.now();
      await current?.exited;
      if (stopping.signal.aborted) return;
      if (current) log.error('The database process ended unexpectedly; starting it again');
      if (performance.now() - startedAt > settledMs) delayMs = firstRestartDelayMs;
      current = undefined;
      await wait(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      delayMs = Math.min(delayMs * 2, longestRestartDelayMs);
      current = await start().catch((err: unknown) => {
        log.error({ err }, 'The database does not start; trying again');
        return undefined;
      });
    }
  };
  const ended = supervise();
  return {
    async stop() {
      stopping.abort();
      await current?.stop();
      await ended;
      await current?.stop();
    },
  };
}
