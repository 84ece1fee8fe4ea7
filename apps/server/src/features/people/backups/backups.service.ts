import type { Readable } from 'node:stream';
import type { BackupFailure, BackupKind, Backups as BackupList, BackupProgress } from '@cyno/contract';
import type { Config } from '../../../config.ts';
import {
  BackupStore,
  type LastRun,
  openTarget,
  pruneLog,
  readLastRun,
  type StoredBackup,
  windowStart,
} from '../../../platform/backup/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, notFound } from '../../../platform/errors.ts';
import type { Problem } from '../../../platform/health/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { StartError } from '../../../platform/start-error.ts';
import { lastPlanned, nextPlanned } from './backup-plan.ts';
import type { runBackupProcess } from './backup-process.ts';

interface BackupsDeps {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly clock: Clock;
  mayRemoveByAge(): boolean;
  readonly log: Logger;
  readonly run: typeof runBackupProcess;
}

/** After a failure it is tried again only so much later. */
const retryAfterMs = 3_600_000;
/** What another machine holds is not listed again before. */
const listedForMs = 30_000;
/** A planned backup is late only then. */
const patienceMs = 2 * 3_600_000;

/** Makes backups when they are planned or wanted, one at a time, and knows those that there are. */
export class Backups {
  readonly #deps: BackupsDeps;
  #listed: { at: number; stored: Promise<Stored> } | undefined;
  readonly #stopping = new AbortController();
  /** How one ended that may have left no note, because nothing can be written in its folder. */
  #failed: LastRun | undefined;
  #running: { startedAt: number; progress: BackupProgress | null; ended: Promise<unknown> } | undefined;

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
  }

  async list(): Promise<BackupList> {
    const { config, clock } = this.#deps;
    const { every, at, keep, passphrase } = config.backup;
    const [stored, lastRun] = await Promise.all([this.#stored(), this.#lastRun()]);
    return {
      target: stored.label,
      unreachable: stored.unreachable && failureOf(stored.unreachable),
      pointInTime: await this.#pointInTime(stored.backups),
      every,
      at,
      nextAt: nextPlanned(config.backup, clock.now()) ?? null,
      keep,
      encrypted: passphrase !== null,
      running: this.#running ? { startedAt: this.#running.startedAt, progress: this.#running.progress } : null,
      lastRun: lastRun ? publicRun(lastRun) : null,
      backups: stored.backups.map(publicPart),
    };
  }

  /** Begins one by hand when `record` has written that down, unless one is being made; then it throws a 409. */
  async begin(record: () => Promise<void>): Promise<void> {
    this.#refuseSecond();
    await record();
    this.#refuseSecond();
    this.#run('manual').catch((err: unknown) => this.#deps.log.error({ err }, 'A backup failed'));
  }

  #refuseSecond(): void {
    if (this.#running) {
      throw new AppError(409, 'conflict', 'A backup is already running.', because('backup_running'));
    }
  }

  /** Makes the planned one when it is due, and waits for it. */
  async runPlanned(): Promise<void> {
    if (this.#running || !(await this.#isDue())) return;
    await this.#run('planned');
  }

  /** The archive, and how long it is; throws a 404. */
  async download(file: string): Promise<{ stream: Readable; bytes: number }> {
    const store = this.#openStore();
    try {
      const found = await store.find(file);
      if (!found) throw notFound('backup', file);
      const stream = await store.read(file);
      stream.once('close', () => void store.close());
      return { stream, bytes: found.bytes };
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async check(file: string): Promise<void> {
    const { backups, unreachable } = await this.#stored();
    if (unreachable)
      throw new AppError(503, 'unavailable', unreachable.message, { cause: unreachable, why: unreachable.why });
    if (!backups.some((backup) => backup.file === file)) throw notFound('backup', file);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.ended;
  }

  async #isDue(): Promise<boolean> {
    const { config, clock } = this.#deps;
    const planned = lastPlanned(config.backup, clock.now());
    if (planned === undefined) return false;
    const lastRun = await this.#lastRun();
    if (lastRun && lastRun.startedAt >= planned) {
      return lastRun.error !== null && clock.now() - lastRun.endedAt >= retryAfterMs;
    }
    const { backups, unreachable } = await this.#stored();
    // The run reports why.
    if (unreachable !== null) return true;
    return newestAt(backups) < planned;
  }

  async #run(kind: BackupKind): Promise<void> {
    const { config, clock, log, run } = this.#deps;
    const running = {
      startedAt: clock.now(),
      progress: null as BackupProgress | null,
      ended: Promise.resolve<unknown>(undefined),
    };
    this.#running = running;
    log.info({ kind }, 'A backup begins');
    const ended = run(['create', kind], {
      config,
      signal: this.#stopping.signal,
      onProgress: (progress) => {
        running.progress = progress;
      },
    });
    running.ended = ended.catch(() => undefined);
    try {
      const { file, bytes, checked } = (await ended) as StoredBackup;
      log.info({ file, bytes, checked }, 'A backup is made');
    } catch (error) {
      const { message, why } = error as StartError;
      if (why?.reason !== 'backup_running')
        this.#failed = { startedAt: running.startedAt, endedAt: clock.now(), error: message, why };
      throw error;
    } finally {
      this.#running = undefined;
      this.#listed = undefined;
    }
  }

  async #lastRun(): Promise<LastRun | undefined> {
    const noted = await readLastRun(this.#deps.dataDirectory);
    const failed = this.#failed;
    return failed && (noted === undefined || noted.endedAt < failed.startedAt) ? failed : noted;
  }

  async #pointInTime(backups: readonly StoredBackup[]): Promise<BackupList['pointInTime']> {
    const { config, dataDirectory } = this.#deps;
    const days = config.backup.walDays;
    if (days === 0 || config.databaseUrl !== null) return null;
    return { days, since: (await windowStart(dataDirectory, backups)) ?? null };
  }

  /** Keeps what points in time take within its bound. */
  async pruneLog(): Promise<void> {
    const { config, dataDirectory, clock } = this.#deps;
    const readBackups = async () => {
      const { backups, unreachable } = await this.#stored();
      return unreachable === null && this.#deps.mayRemoveByAge() ? backups : undefined;
    };
    await pruneLog(dataDirectory, { days: config.backup.walDays, readBackups, now: clock.now() });
  }

  #openStore(): BackupStore {
    const { config, dataDirectory } = this.#deps;
    return new BackupStore(openTarget(config.backup, dataDirectory));
  }

  /** A target on another machine is listed now and then only, also when it refused: it may lock out who comes often. */
  #stored(): Promise<Stored> {
    const store = this.#openStore();
    const now = this.#deps.clock.now();
    if (this.#listed && now - this.#listed.at < listedForMs) return this.#listed.stored;
    const stored = readStored(store);
    this.#listed = store.isRemote ? { at: now, stored } : undefined;
    return stored;
  }

  /** What administrators must know: the last one failed, or the planned one is missing. */
  async problems(): Promise<Problem[]> {
    const { failedAt, plannedAt } = await this.late();
    if (failedAt !== undefined) {
      return [
        { part: 'backup', severity: 'warning', urgent: true, reason: 'backup_failed', values: {}, since: failedAt },
      ];
    }
    if (plannedAt === undefined) return [];
    return [{ part: 'backup', severity: 'warning', urgent: true, reason: 'backup_late', values: {}, since: plannedAt }];
  }

  /** Since when the last one failed, or when the planned one was due that is missing. */
  async late(): Promise<{ failedAt?: number; plannedAt?: number }> {
    const { config, clock } = this.#deps;
    const lastRun = await this.#lastRun();
    const failedAt = lastRun?.error ? lastRun.endedAt : undefined;
    const planned = lastPlanned(config.backup, clock.now()) ?? Number.POSITIVE_INFINITY;
    const isMissing = clock.now() - planned >= patienceMs && !this.#running && (lastRun?.startedAt ?? 0) < planned;
    if (failedAt === undefined && !isMissing) return {};
    // Another server may have made it, of which nothing is known but what is stored.
    const madeAt = newestAt((await this.#stored()).backups);
    if (failedAt !== undefined && madeAt < failedAt) return { failedAt };
    return isMissing && madeAt < planned ? { plannedAt: planned } : {};
  }
}

/** What there is at the target, or why that cannot be known. */
interface Stored {
  readonly label: string;
  readonly backups: StoredBackup[];
  /** Null: it could be listed. */
  readonly unreachable: StartError | null;
}

/** When the newest was made, but before an upgrade: that is in the data directory alone, and not compared. */
const newestAt = (backups: readonly StoredBackup[]): number => backups.find(({ kind }) => kind !== 'upgrade')?.at ?? 0;

async function readStored(store: BackupStore): Promise<Stored> {
  const { label } = store;
  try {
    return { label, backups: await store.list(), unreachable: null };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { label, backups: [], unreachable: error };
  } finally {
    await store.close();
  }
}

const failureOf = ({ message, why }: { message: string; why?: LastRun['why'] }): BackupFailure => ({
  error: message,
  ...why,
});

function publicRun({ startedAt, endedAt, error, why }: LastRun): BackupList['lastRun'] {
  return { startedAt, endedAt, failure: error === null ? null : failureOf({ message: error, why }) };
}

function publicPart(backup: StoredBackup): BackupList['backups'][number] {
  const { file, bytes, at, kind, encrypted, version, tookMs, checked, unchecked } = backup;
  return { file, bytes, at, kind, encrypted, version, tookMs, checked, unchecked };
}
