import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataExport } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { DownloadTickets } from '../../../platform/download-tickets.ts';
import { AppError, because } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { accountRequester, runFor } from '../../../platform/requester.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import { type Counter, createCounter } from '../../../platform/throttle/index.ts';
import { type ExportDeps, writeExport } from './export-writer.ts';
import { type ExportRow, ExportsRepository } from './exports.repository.ts';

const hourMs = 60 * 60_000;
const retentionMs = 24 * hourMs;
const sweepMs = 10 * 60_000;
/** Each may keep the database busy for minutes. */
const limits = { points: 10, windowSeconds: 24 * 60 * 60 };
/** What tickets are for: an account has one. */
const archive = 'archive';

export interface DataExportsOptions extends ExportDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Where the files are. */
  readonly directory: string;
  /** Notified when an account can fetch its file until then, ms since the epoch. */
  onReady(accountId: number, until: number): void;
}

/** Exports of everything that belongs to an account: one at a time on this server, one file an account, for a day. */
export class DataExports {
  readonly #options: DataExportsOptions;
  readonly #repository: ExportsRepository;
  readonly #tickets: DownloadTickets;
  readonly #counter: Counter;
  #stopping = new AbortController();
  readonly #running = new SharedRun(() => this.#tryWorkOff());
  /** Somebody requested an export since the table was last looked at. */
  #isRequested = false;
  /** Those that have failed while the database was away, so that they seem to run. */
  readonly #unwritten = new Set<number>();
  #sweepTimer: NodeJS.Timeout | undefined;

  constructor(options: DataExportsOptions) {
    this.#options = options;
    this.#repository = new ExportsRepository(options.database);
    this.#tickets = new DownloadTickets(options.clock);
    this.#counter = createCounter(options.database, { name: 'export', ...limits });
  }

  /** Cleans up after a server that died, and continues with what waits. */
  async start(): Promise<void> {
    const { directory, log } = this.#options;
    this.#stopping = new AbortController();
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await this.#repository.failRunning(this.#now());
    await this.sweep();
    await this.#repository.repeatMissing(await readdir(directory));
    this.#sweepTimer = setInterval(() => {
      this.sweep().catch((err: unknown) => log.error({ err }, 'Old exports could not be removed'));
      // What an error left, such as a database that was away.
      this.#work();
    }, sweepMs);
    this.#work();
  }

  /** What is being written waits for the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#sweepTimer);
    this.#stopping.abort(new Error('The server stops'));
    await this.#running.settled();
  }

  /** The newest export of an account, or null. */
  async newest(accountId: number): Promise<DataExport | null> {
    const row = await this.#repository.newest(accountId);
    return row ? toResponse(row) : null;
  }

  /** Begins an export unless one is under way; an earlier file is removed. Throws a 429 after ten in a day. */
  async request(accountId: number): Promise<DataExport> {
    const newest = await this.#repository.newest(accountId);
    if (newest && isUnderWay(newest)) return toResponse(newest);
    await this.#counter.take(String(accountId));
    const { row, files } = await this.#repository.request(accountId, this.#now());
    await this.#removeFiles(files);
    this.#work();
    return toResponse(row);
  }

  /** A ticket that fetches the file once within a minute; throws a 404 when there is none. */
  async newTicket(accountId: number): Promise<string> {
    const row = await this.#repository.newest(accountId);
    if (!row || !isReady(row, this.#now())) throw noFile();
    return this.#tickets.give(archive, accountId);
  }

  /** Ends the tickets of an account, because a session or all of it ended. */
  endTickets(accountId: number): void {
    this.#tickets.endOf(accountId);
  }

  /** Uses a ticket up; throws a 400 when it is not good (any more), a 404 when the file is gone. */
  async fetch(ticket: string): Promise<{ path: string; bytes: number; at: number }> {
    const accountId = this.#tickets.redeem(ticket, archive);
    if (accountId === undefined) {
      throw new AppError(
        400,
        'link_expired',
        'This link was used or is older than a minute. Download again.',
        because('download_expired'),
      );
    }
    const row = await this.#repository.newest(accountId);
    if (!row || !isReady(row, this.#now())) throw noFile();
    return { path: join(this.#options.directory, row.file), bytes: row.bytes, at: row.createdAt.getTime() };
  }

  /** Removes files whose day is over, and those that belong to nothing. */
  async sweep(): Promise<void> {
    await this.#repository.removeExpired(this.#now());
    // The directory first: a file that is made in between must not look like one that belongs to nothing.
    const present = await readdir(this.#options.directory);
    const known = await this.#repository.files();
    await this.#removeFiles(present.filter((name) => !known.has(name)));
  }

  /** Resolves when nothing waits or runs. */
  async settled(): Promise<void> {
    await this.#running.settled();
  }

  #work(): void {
    this.#isRequested = true;
    void this.#running.run();
  }

  async #tryWorkOff(): Promise<void> {
    try {
      await this.#workOff();
    } catch (err) {
      this.#options.log.error({ err }, 'Exports could not be searched for');
    }
  }

  async #workOff(): Promise<void> {
    for (const id of this.#unwritten) await this.#fail(id, 'failed');
    while (!this.#stopping.signal.aborted) {
      this.#isRequested = false;
      const file = `${randomUUID()}.zip`;
      const row = await this.#repository.claim(file);
      if (row) await this.#run(row, file);
      else if (!this.#isRequested) return;
    }
  }

  async #run({ id, accountId }: ExportRow, file: string): Promise<void> {
    const { directory, log, onReady } = this.#options;
    const { signal } = this.#stopping;
    const onProgress = (percent: number) => this.#repository.save(id, { percent });
    try {
      const job = { accountId, path: join(directory, file), signal, onProgress };
      const bytes = await runFor(accountRequester(accountId), () => writeExport(this.#options, job));
      const expiresAt = new Date(this.#now().getTime() + retentionMs);
      await this.#repository.save(id, { state: 'done', percent: 100, bytes, finishedAt: this.#now(), expiresAt });
      onReady(accountId, expiresAt.getTime());
    } catch (err) {
      await this.#removeFiles([file]);
      if (!signal.aborted) log.error({ err, accountId }, 'An export failed');
      await this.#fail(id, signal.aborted ? 'waiting' : 'failed');
    }
  }

  async #fail(id: number, state: 'waiting' | 'failed'): Promise<void> {
    this.#unwritten.add(id);
    await this.#repository.save(id, { state, percent: 0, file: null, finishedAt: null });
    this.#unwritten.delete(id);
  }

  async #removeFiles(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(join(this.#options.directory, name), { force: true });
  }

  #now(): Date {
    return new Date(this.#options.clock.now());
  }
}

type ReadyRow = ExportRow & { readonly file: string; readonly bytes: number };

const isReady = (row: ExportRow, now: Date): row is ReadyRow =>
  row.state === 'done' && row.file !== null && row.bytes !== null && row.expiresAt !== null && row.expiresAt > now;

const isUnderWay = ({ state }: ExportRow): boolean => state === 'waiting' || state === 'running';

const noFile = () =>
  new AppError(404, 'not_found', 'There is no export to download. Ask for a new one.', because('export_gone'));

const toResponse = ({ state, percent, bytes, createdAt, expiresAt }: ExportRow): DataExport => ({
  state,
  percent,
  bytes,
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt?.getTime() ?? null,
});
