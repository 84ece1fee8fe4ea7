import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from './config.ts';
import { describeData } from './describe-data.ts';
import { wholePart } from './features/telemetry/ingest/index.ts';
import {
  BackupStore,
  checkArchive,
  isHalfRestored,
  openForCommand,
  openTarget,
  type Progress,
  prepareRestore,
  putInPlace,
  runBackup,
  type StoredBackup,
  withFetched,
} from './platform/backup/index.ts';
import { findRunningPostgres, startEmbeddedPostgres } from './platform/database/index.ts';
import { StartError } from './platform/start-error.ts';
import { usageHere } from './usage.ts';
import { version } from './version.ts';

const usage =
  usageHere(`npm run backup             makes a backup now, while Cyno runs or not, and restores it beside to check it
npm run backup -- list     lists the backups
npm run backup -- check    restores the newest one of the target beside and compares it; or one by its name
npm run restore -- <file>  puts a backup in the place of the data, by its path or its name in the list; Cyno must not run
npm run restore -- --at "2026-11-24 15:30"  puts the database in place as it was at that time; needs BACKUP_WAL_DAYS
`);

/** What of the configuration backups need. */
export type BackupConfig = Pick<Config, 'dataDirectory' | 'databaseUrl' | 'backup'>;

interface Surroundings {
  readonly config: BackupConfig;
  readonly signal: AbortSignal;
}

/** What a command prints, and the same for a program. */
interface Outcome {
  readonly text: string;
  readonly report: unknown;
}

const log = pino({ level: 'silent' });

const commands: Record<string, (surroundings: Surroundings, argument: string | undefined) => Promise<Outcome>> = {
  create: async ({ config, signal }, kind = 'manual') => {
    const store = storeOf(config);
    try {
      return await withRunningDatabase(config, async (url) => {
        const backup = await runBackup({
          source: {
            url,
            content: config.databaseUrl === null ? 'cluster' : 'rows',
            dataDirectory: config.dataDirectory,
            version,
            whole: wholePart,
          },
          store,
          kind: kind === 'planned' || kind === 'upgrade' ? kind : 'manual',
          passphrase: config.backup.passphrase,
          retention: config.backup.keep,
          log,
          signal,
          onProgress: progressReporter(),
        });
        return { text: `Backup ${backup.file} is in ${store.label}: ${describe(backup)}`, report: backup };
      });
    } finally {
      await store.close();
    }
  },
  list: async ({ config }) => {
    const store = storeOf(config);
    const backups = await store.list().finally(() => store.close());
    const lines = backups.map((backup) => `${backup.file}  ${describe(backup)}`);
    return {
      text: lines.length > 0 ? lines.join('\n') : `There are no backups in ${store.label} yet.`,
      report: backups,
    };
  },
  check: async ({ config, signal }, file) => {
    const store = storeOf(config);
    try {
      const backups = await store.list();
      const backup = file === undefined ? backups[0] : backups.find((found) => found.file === file);
      if (!backup) throw new StartError(`There is no backup ${file ?? ''} in ${store.label}.`);
      const { dataDirectory } = config;
      const onProgress = progressReporter();
      const { checks, tables, rows } = await withFetched(
        store,
        { backup, dataDirectory, signal, onProgress },
        (archive) => checkArchive(archive, { ...restoreOptions(config, signal), onProgress }),
      );
      const text = `${backup.file} of ${timeOf(Date.parse(checks.at))} is restorable: ${count(tables)} tables with ${count(rows)} rows were compared and are equal.`;
      return { text, report: { file: backup.file, tables, rows } };
    } finally {
      await store.close();
    }
  },
  /** What an upgrade must know of the data, as JSON. */
  describe: async ({ config }) => {
    const report = await describeData({ ...config, withDatabase: (work) => withRunningDatabase(config, work) });
    return { text: JSON.stringify(report), report };
  },
  /** Beside a server that runs; it puts the data in place itself. */
  'prepare-restore': async ({ config, signal }, file) => {
    return withArchive(config, { file, signal }, async (archive) => {
      const { checks, tables, rows } = await prepareRestore(archive, restoreOptions(config, signal));
      return { text: '', report: { at: checks.at, tables, rows } };
    });
  },
  'restore --at': async ({ config, signal }, time = '') => {
    const lock = await openForCommand(config, log);
    const store = storeOf(config);
    try {
      const moment = readMoment(time, Date.now());
      const backup = await findStart(config, { store, moment });
      const { dataDirectory } = config;
      const onProgress = progressReporter();
      const { tables, rows } = await withFetched(store, { backup, dataDirectory, signal, onProgress }, (archive) =>
        prepareRestore(archive, { ...restoreOptions(config, signal), onProgress, moment }),
      );
      const aside = await putInPlace(config.dataDirectory, new Date());
      const text = `Restored the database as it was at ${new Date(moment).toISOString()}: ${count(tables)} tables with ${count(rows)} rows were read. It began with ${backup.file}.
${describeAside(aside)}`;
      return { text, report: { at: moment, tables, rows, aside } };
    } finally {
      await store.close();
      lock.release();
    }
  },
  restore: async ({ config, signal }, file) => {
    const lock = await openForCommand(config, log);
    try {
      const { checks, tables, rows } = await withArchive(config, { file, signal }, (archive) =>
        prepareRestore(archive, restoreOptions(config, signal)),
      );
      const aside = await putInPlace(config.dataDirectory, new Date());
      const text = `Restored into ${config.dataDirectory} as it was at ${timeOf(Date.parse(checks.at))}: ${count(tables)} tables with ${count(rows)} rows were compared and are equal.
${describeAside(aside)}`;
      return { text, report: { at: checks.at, tables, rows, aside } };
    } finally {
      lock.release();
    }
  },
};

/** Runs one command and returns what to print; throws an error whose message names the problem. */
export async function runBackupCommand(args: string[], surroundings: Surroundings): Promise<Outcome> {
  if (args.includes('--help')) return { text: usage, report: usage };
  const [name = 'create', argument, ...rest] =
    args[1] === '--at' ? [args.slice(0, 2).join(' '), ...args.slice(2)] : args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || rest.length > 0 || (name.startsWith('restore') && argument === undefined))
    throw new StartError(usage);
  return command(surroundings, argument);
}

const describeAside = (aside: string): string =>
  existsSync(aside) ? `The previous data is in ${aside}. Delete it when all is well.` : 'There was no data before.';

/** A time of day is one of the time zone of this machine, unless it names its own. */
function readMoment(text: string, now: number): number {
  const moment = Date.parse(text.trim());
  if (Number.isNaN(moment))
    throw new StartError(`${text} is no time such as "2026-11-24 15:30" or 2026-11-24T15:30:00Z.`);
  if (moment > now) throw new StartError(`${text} is in the future. Nothing was changed.`);
  return moment;
}

/** The newest backup before a moment. */
async function findStart(config: BackupConfig, { store, moment }: { store: BackupStore; moment: number }) {
  if (config.databaseUrl !== null) {
    throw new StartError(
      'Points in time are of the embedded database, and DATABASE_URL is set. Use the tools of your PostgreSQL.',
    );
  }
  if (config.backup.walDays === 0) {
    throw new StartError('No log of changes is stored: BACKUP_WAL_DAYS is not set. Restore a backup instead.');
  }
  const backup = (await store.list()).find(({ at }) => at <= moment);
  if (!backup) throw new StartError(`There is no backup in ${store.label} from before that time. Nothing was changed.`);
  return backup;
}

const storeOf = (config: BackupConfig) => new BackupStore(openTarget(config.backup, config.dataDirectory));

/** Works on a file of this machine, or on a backup at the target by its name, which is fetched first. */
async function withArchive<Result>(
  config: BackupConfig,
  { file = '', signal }: { file: string | undefined; signal: AbortSignal },
  work: (archive: string) => Promise<Result>,
): Promise<Result> {
  if (existsSync(file) || file.includes('/')) return work(file);
  const store = storeOf(config);
  try {
    const backup = await store.find(file);
    if (!backup) return await work(file);
    return await withFetched(
      store,
      { backup, dataDirectory: config.dataDirectory, signal, onProgress: progressReporter() },
      work,
    );
  } finally {
    await store.close();
  }
}

const restoreOptions = ({ dataDirectory, databaseUrl, backup }: BackupConfig, signal: AbortSignal) => ({
  dataDirectory,
  databaseUrl,
  passphrase: backup.passphrase,
  log,
  signal,
  onProgress: progressReporter(),
});

/** Works on the database of the running server, or starts it when the server does not run. */
async function withRunningDatabase<Result>(
  config: BackupConfig,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const directory = join(config.dataDirectory, 'postgres');
  if (config.databaseUrl !== null) {
    // Else the rows and the files would be of different times.
    if (isHalfRestored(config.dataDirectory)) (await openForCommand(config, log)).release();
    return work(config.databaseUrl);
  }
  const running = await findRunningPostgres(directory);
  if (running) return work(running);
  if (!existsSync(directory) && !isHalfRestored(config.dataDirectory)) {
    throw new StartError(`There is no Cyno in ${config.dataDirectory}. Start it first, or set DATA_DIR.`);
  }
  const lock = await openForCommand(config, log);
  try {
    const postgres = await startEmbeddedPostgres({ directory, log, archives: config.backup.walDays > 0 });
    return await work(postgres.url).finally(() => postgres.stop());
  } finally {
    lock.release();
  }
}

const phases: Record<Progress['phase'], string> = {
  copying: 'Copying the database',
  summing: 'Counting the tables',
  unpacking: 'Unpacking',
  recovering: 'Recovering the database',
  comparing: 'Comparing the tables',
  fetching: 'Fetching',
  storing: 'Storing',
};
const reportEveryMs = 500;

/** Reports to the server that started us, or to a terminal; a new phase at once, else twice a second. */
function progressReporter(): (progress: Progress) => void {
  let phase: string | undefined;
  let reportedAt = 0;
  return (progress) => {
    const isNew = progress.phase !== phase;
    if (!isNew && performance.now() - reportedAt < reportEveryMs) return;
    phase = progress.phase;
    reportedAt = performance.now();
    if (process.connected) process.send?.({ progress });
    else if (process.stderr.isTTY && isNew) process.stderr.write(`${phases[progress.phase]} …\n`);
  };
}

const count = (value: number): string => value.toLocaleString('en-US');
const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ').concat(' UTC');

function describe({ at, bytes, encrypted, checked, unchecked }: StoredBackup): string {
  const parts = [timeOf(at), `${(bytes / 1e6).toFixed(1)} MB`, ...(encrypted ? ['encrypted'] : [])];
  const proof = checked
    ? `restorable, checked on ${timeOf(checked.at)}: ${count(checked.tables)} tables, ${count(checked.rows)} rows`
    : `not checked: ${unchecked}`;
  return `${parts.join(', ')}; ${proof}`;
}
