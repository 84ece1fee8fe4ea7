import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import type { BackupProgress, ErrorBody, RestoreOpened, RestoreState } from '@cyno/contract';
import type { Config } from '../../../../config.ts';
import { BackupStore, finishRestore, needSpace, openTarget, planRestore } from '../../../../platform/backup/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError, badRequest, because, forbidden, notFound } from '../../../../platform/errors.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { StartError } from '../../../../platform/start-error.ts';
import { type Accounts, newToken } from '../../accounts/index.ts';
import type { runBackupProcess } from '../backup-process.ts';
import { UploadedArchive } from './uploaded-archive.ts';

interface Deps {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly accounts: Pick<Accounts, 'checkSetupCode' | 'setupNeeded'>;
  readonly run: typeof runBackupProcess;
  /** Starts the server again, which puts the restored data in place. */
  restart(): void;
}

/**
 * Restores a backup into a server that is new: for who has the set-up code, and only while nobody has an account, so that there is nothing
 * to lose.
 */
export class FirstRestore {
  readonly #deps: Deps;
  readonly #stopping = new AbortController();
  readonly #upload: UploadedArchive;
  #token: string | undefined;
  #running: { progress: BackupProgress | null; ended: Promise<void> } | undefined;
  #failure: ErrorBody | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { dataDirectory } = deps;
    this.#upload = new UploadedArchive(join(dataDirectory, 'backup', 'uploaded'), (bytes) =>
      needSpace(dataDirectory, bytes, 'the archive').catch((error: StartError) => {
        throw new AppError(409, 'conflict', error.message, { cause: error, ...(error.why && { why: error.why }) });
      }),
    );
  }

  /** Of an upload that a stop cut nothing is of use. */
  start(): Promise<void> {
    return this.#upload.remove();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running?.ended;
  }

  /** Throws a 403 when the code is wrong or there is an account, a 409 when the database is the operator's own. */
  async open(setupCode: string, address: string): Promise<RestoreOpened> {
    const { config, accounts, log } = this.#deps;
    await accounts.checkSetupCode(setupCode, address);
    if (config.databaseUrl !== null) {
      throw new AppError(
        409,
        'conflict',
        'DATABASE_URL is set, and this page restores into the embedded database only. Use the command restore.',
        because('restore_own_database'),
      );
    }
    const { target, archives } = await this.#stored().catch((err: unknown) => {
      log.warn({ err }, 'The target of backups cannot be read');
      return { target: '', archives: [] };
    });
    this.#token = newToken();
    return { token: this.#token, target, archives };
  }

  /** Throws a 403 unless it is the newest token and there is still no account. */
  async check(token: string | undefined): Promise<void> {
    this.checkToken(token);
    if (!(await this.#deps.accounts.setupNeeded())) throw expired();
  }

  /** Throws a 403 unless it is the newest token. */
  checkToken(token: string | undefined): void {
    if (!this.#token || !token || !sameText(this.#token, token)) throw expired();
  }

  /** Writes a piece of the archive; returns how much of it is there. */
  take(piece: { offset: number; bytes: number; content: Buffer }): Promise<number> {
    if (this.#running) throw running();
    return this.#upload.take(piece);
  }

  /** Begins to restore the uploaded archive, or one of those that lie there; throws a 400, 404 or 409. */
  async begin(file: string | null, passphrase: string | null): Promise<void> {
    if (this.#running) throw running();
    if (file === null && !this.#upload.isWhole) {
      throw badRequest('The archive has not come whole. Upload it again.', because('restore_upload_cut'));
    }
    const archive = file === null ? this.#upload.path : await this.#locate(file);
    // Another call may have begun meanwhile.
    if (this.#running) throw running();
    this.#failure = null;
    const current = { progress: null as BackupProgress | null, ended: Promise.resolve() };
    this.#running = current;
    current.ended = this.#restore(archive, passphrase, (progress) => {
      current.progress = progress;
    }).catch((error: unknown) => {
      this.#failure = failureOf(error);
      this.#running = undefined;
      this.#deps.log.warn({ err: error }, 'A backup was not restored');
    });
  }

  state(): RestoreState {
    return { running: this.#running ? { progress: this.#running.progress } : null, failure: this.#failure };
  }

  async #stored() {
    const { config, dataDirectory } = this.#deps;
    const store = new BackupStore(openTarget(config.backup, dataDirectory));
    try {
      const archives = await store.archives();
      const named = archives.map(({ file, bytes, encrypted }) => ({ file, bytes, encrypted }));
      return { target: store.label, isRemote: store.isRemote, archives: named };
    } finally {
      await store.close();
    }
  }

  /** The path of an archive of this machine, the name of one elsewhere; throws a 404. */
  async #locate(file: string): Promise<string> {
    const { target, isRemote, archives } = await this.#stored();
    if (!archives.some((archive) => archive.file === file)) throw notFound('backup', file);
    return isRemote ? file : join(target, file);
  }

  async #restore(
    archive: string,
    passphrase: string | null,
    onProgress: (progress: BackupProgress) => void,
  ): Promise<void> {
    const { config, dataDirectory, clock, log, accounts, run, restart } = this.#deps;
    const backup = { ...config.backup, passphrase: passphrase ?? config.backup.passphrase };
    const report = await run(['prepare-restore', archive], {
      config: { ...config, backup },
      signal: this.#stopping.signal,
      onProgress,
    });
    if (!(await accounts.setupNeeded())) {
      await finishRestore(dataDirectory, { databaseUrl: config.databaseUrl, log });
      throw new StartError('Somebody signed up meanwhile. Nothing was changed.', because('restore_too_late'));
    }
    const aside = await planRestore(dataDirectory, new Date(clock.now()));
    log.info({ report, aside }, 'A backup is restored: the server starts again with it');
    restart();
  }
}

function failureOf(error: unknown): ErrorBody {
  const { message, why } = error instanceof StartError ? error : new StartError('The restore failed.');
  return { error: message, code: 'conflict', ...(why ?? because('restore_failed').why) };
}

const expired = () => forbidden('Open the link that the server printed again.', because('restore_expired'));
const running = () => new AppError(409, 'conflict', 'A backup is being restored already.', because('restore_running'));

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
